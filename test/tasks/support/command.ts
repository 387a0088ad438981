import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Ended, type Started, startProcess } from "../../support/process.ts";

export const HARDHAT = fileURLToPath(import.meta.resolve("hardhat/package.json")).replace(
  "package.json",
  "dist/src/cli.js",
);

/** What this machine remembers, in place of the user's folder. */
export const STATE_HOME = mkdtempSync(path.join(tmpdir(), "state-"));
process.on("exit", () => rmSync(STATE_HOME, { recursive: true, force: true }));

/** Without what the runner of these tests, or the shell, has set for itself. */
export const SHELL_ENV = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(HARDHAT_.*|HH_.*|npm_.*|NODE_ENV|NODE_OPTIONS|VITE_.*|.*_RPC_URL|.*_API_URL|.*_API_KEY|DEPLOYER_PRIVATE_KEY)$/.test(
          name,
        ),
    ),
  ),
  XDG_STATE_HOME: STATE_HOME,
};

export interface Command {
  readonly project: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a Hardhat task as a person does: a process of its own. CI is set, where Hardhat would show stack traces. */
export function startTask({ project, env = {} }: Command, ...words: string[]): Started {
  return startProcess(process.execPath, [HARDHAT, ...words], {
    cwd: project,
    env: { ...SHELL_ENV, CI: "true", ...env },
  });
}

export function runTask(command: Command, ...words: string[]): Promise<Ended> {
  return startTask(command, ...words).ended;
}
