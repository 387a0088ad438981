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

/** Returns why a deployment from this commit can't be repeated, and the remedy; or `null`. */
export function commitProblem(commit: string | null): string | null {
  if (commit === null) return "not a git repository. Deploy from a clone.";
  if (!commit.endsWith("-dirty")) return null;
  return "there are uncommitted changes. Commit or remove them.";
}
