import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Returns the commit, which ends in `-dirty` with uncommitted changes; `null` outside git. */
export async function currentCommit(root: string): Promise<string | null> {
  const words = ["describe", "--always", "--dirty", "--abbrev=40", "--match="];
  try {
    return (await promisify(execFile)("git", words, { cwd: root })).stdout.trim();
  } catch {
    return null;
  }
}
