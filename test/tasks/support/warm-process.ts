import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Ended } from "../../support/process.ts";
import { type Job, readToMark } from "./job.ts";

/** A `warm-hardhat.ts` process in a project's folder. */
interface WarmProcess {
  readonly project: string;
  readonly child: ChildProcess;
  isBusy: boolean;
}

const processes = new Set<WarmProcess>();

// They would keep the run from ending.
after(() => {
  for (const { child } of processes) child.kill("SIGKILL");
});

function start(project: string, env: NodeJS.ProcessEnv): WarmProcess {
  const child = fork(path.join(import.meta.dirname, "warm-hardhat.ts"), {
    cwd: project,
    env,
    // As for a command in a script: nothing to read from.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    execArgv: [],
  });
  const started = { project, child, isBusy: false };
  processes.add(started);
  child.once("exit", () => processes.delete(started));
  return started;
}

/** Runs Hardhat's command line in a process that is free, or in a new one. One that ends by a command is not used again. */
export async function runWarm(
  project: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  const free = [...processes].find((one) => one.project === project && !one.isBusy);
  const used = free ?? start(project, env);
  used.isBusy = true;
  const { child } = used;
  const id = randomUUID();
  const printed = { output: "", errors: "" };
  const take = (stream: keyof typeof printed) => (chunk: Buffer) => {
    printed[stream] += chunk.toString();
    look();
  };
  const takeOutput = take("output");
  const takeErrors = take("errors");
  let look = () => {};
  let onClose = (_code: number | null) => {};
  const ended = new Promise<Ended>((resolve) => {
    look = () => {
      const output = readToMark(id, printed.output);
      const errors = readToMark(id, printed.errors);
      if (output === null || errors === null) return;
      used.isBusy = false;
      resolve({ code: output.code, output: output.text, errors: errors.text });
    };
    onClose = (code) => resolve({ code, ...printed });
  });
  child.stdout?.on("data", takeOutput);
  child.stderr?.on("data", takeErrors);
  child.on("close", onClose);
  child.send({ id, words, env } satisfies Job);
  try {
    return await ended;
  } finally {
    child.stdout?.off("data", takeOutput);
    child.stderr?.off("data", takeErrors);
    child.off("close", onClose);
  }
}
