import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Ended, type Started, startProcess } from "../../support/process.ts";
import { HARDHAT } from "./hardhat-cli.ts";
import { startWarm, type WarmTask } from "./warm-process.ts";

export const STATE_HOME = mkdtempSync(path.join(tmpdir(), "state-"));
process.env.XDG_STATE_HOME = STATE_HOME;
process.on("exit", () => rmSync(STATE_HOME, { recursive: true, force: true }));

/** Removes the test runner's and the shell's settings. */
export const SHELL_ENV = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(HARDHAT_.*|HH_.*|npm_.*|INIT_CWD|NODE_ENV|NODE_OPTIONS|VITE_.*|.*_RPC_URL|.*_API_URL|.*_API_KEY|DEPLOYER_PRIVATE_KEY|OWNER_PRIVATE_KEY)$/.test(
        name,
      ),
  ),
);

export interface Command {
  readonly project: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Sets CI, because Hardhat then prints stack traces and a task must not. */
export function startTask({ project, env = {} }: Command, ...words: string[]): Started {
  return startProcess(process.execPath, [HARDHAT, ...words], {
    cwd: project,
    env: { ...SHELL_ENV, CI: "true", ...env },
  });
}

export function startWarmTask({ project, env = {} }: Command, ...words: string[]): WarmTask {
  return startWarm(project, words, { ...SHELL_ENV, CI: "true", ...env });
}

/** Settings that are read when the configuration or a task's file loads. */
const READ_AT_LOAD = ["CHAIN_PORT", "LOCALHOST_RPC_URL", "PAGE_PORT"];

export function isReadAtLoad(env: Readonly<Record<string, string>>): boolean {
  return READ_AT_LOAD.some((name) => name in env);
}

/** Removes lines that a busy machine causes. Tests of these lines start their own task. */
const WAITING = /^Waiting for .+ …\n/gm;

/** Runs in a process that has loaded Hardhat, unless a setting is read at load. */
export async function runTask(command: Command, ...words: string[]): Promise<Ended> {
  const ended = await (isReadAtLoad(command.env ?? {})
    ? startTask(command, ...words).ended
    : startWarmTask(command, ...words).ended);
  return { ...ended, errors: ended.errors.replaceAll(WAITING, "") };
}
