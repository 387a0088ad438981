import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { deferred } from "../../support/deferred.ts";
import type { Ended } from "../../support/process.ts";
import { inTerminal } from "./in-terminal.ts";
import { type Job, readToMark, withoutMark } from "./job.ts";

/** The first two run Hardhat's command line. The last one runs the script in the first argument. */
type Runner = "warm-hardhat.ts" | "warm-hardhat.ts in a terminal" | "warm-script.ts";

interface WarmProcess {
  readonly runner: Runner;
  readonly project: string;
  /** The home directory, because packages read it when they load. */
  readonly home: string | undefined;
  readonly child: ChildProcess;
  isBusy: boolean;
}

const processes = new Set<WarmProcess>();

process.on("exit", () => {
  for (const { child } of processes) child.kill("SIGKILL");
});

function start(runner: Runner, project: string, env: NodeJS.ProcessEnv): WarmProcess {
  const [file = "", terminal] = runner.split(" ");
  const script = path.join(import.meta.dirname, file);
  const child =
    terminal === undefined
      ? fork(script, {
          cwd: project,
          env,
          // The process gets no standard input, as in a script.
          stdio: ["ignore", "pipe", "pipe", "ipc"],
          execArgv: [],
        })
      : // `script` leaves the channel's descriptor open, so the channel reaches the command.
        spawn(...inTerminal([process.execPath, script]), {
          cwd: project,
          env,
          stdio: ["pipe", "pipe", "inherit", "ipc"],
        });
  const started = { runner, project, home: env.HOME, child, isBusy: false };
  processes.add(started);
  child.once("exit", () => processes.delete(started));
  return started;
}

export interface WarmTask {
  printed(): { readonly output: string; readonly errors: string };
  onPrinted(listener: () => void): void;
  type(text: string): void;
  signal(name: "SIGINT" | "SIGKILL"): void;
  readonly ended: Promise<Ended>;
}

export function startWarm(
  runner: Runner,
  project: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): WarmTask {
  const free = [...processes].find(
    (one) =>
      one.runner === runner && one.project === project && one.home === env.HOME && !one.isBusy,
  );
  const used = free ?? start(runner, project, env);
  used.isBusy = true;
  const { child } = used;
  const id = randomUUID();
  const printed = { output: "", errors: "" };
  const listeners: (() => void)[] = [];
  const ended = deferred<Ended>();
  const take = (stream: keyof typeof printed) => (chunk: Buffer) => {
    printed[stream] += chunk.toString();
    for (const listener of listeners) listener();
    const output = readToMark(id, printed.output);
    // A terminal mixes output and errors.
    const errors = child.stderr === null ? output : readToMark(id, printed.errors);
    if (output === null || errors === null) return;
    end({ code: output.code, output: output.text, errors: errors.text });
  };
  const takeOutput = take("output");
  const takeErrors = take("errors");
  const onClose = (code: number | null) => end({ code, ...printed });
  let isOver = false;
  function end(how: Ended): void {
    isOver = true;
    used.isBusy = false;
    child.stdout?.off("data", takeOutput);
    child.stderr?.off("data", takeErrors);
    child.off("close", onClose);
    ended.resolve(how);
  }
  child.stdout?.on("data", takeOutput);
  child.stderr?.on("data", takeErrors);
  child.on("close", onClose);
  child.send({ id, words, env } satisfies Job);
  return {
    printed: () => ({
      output: withoutMark(id, printed.output),
      errors: withoutMark(id, printed.errors),
    }),
    onPrinted: (listener) => void listeners.push(listener),
    type: (text) => {
      // Ctrl-C also ends the compiler's process, which then can't load another command.
      if (text.includes("\u0003")) {
        processes.delete(used);
        void ended.promise.then(() => child.kill("SIGKILL"));
      }
      child.stdin?.write(text);
    },
    signal: (name) => {
      if (isOver) return;
      if (name === "SIGKILL") processes.delete(used);
      child.kill(name);
    },
    ended: ended.promise,
  };
}
