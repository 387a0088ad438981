import { cp } from "node:fs/promises";
import path from "node:path";
import { startProcess } from "../../support/process.ts";

/** npm resolves dependencies as of this day, so every run uses the same versions. */
const AS_OF = "2026-11-20";

/** Copies the peer's sources into `folder`, and installs what they need. */
export async function installPeer(name: string, folder: string): Promise<void> {
  await cp(path.join(import.meta.dirname, name), folder, { recursive: true });
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `--before=${AS_OF}`];
  const { code, errors } = await startProcess("npm", install, { cwd: folder }).ended;
  if (code === 0) return;
  throw new Error(`${name} could not be installed. Is the npm registry within reach?\n${errors}`);
}
