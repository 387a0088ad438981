import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { type Deferred, deferred } from "../../support/deferred.ts";
import { type Ended, Running } from "../../support/process.ts";
import { inTerminal } from "./in-terminal.ts";
import { type Job, readToMark } from "./job.ts";

const SCRIPT = path.join(import.meta.dirname, "warm-hardhat.ts");

/** A process that has loaded Hardhat, and runs one command after another. */
interface WarmProcess {
  readonly project: string;
  /** The home directory, because packages read it when they load. */
  readonly home: string | undefined;
  readonly terminal: boolean;
  readonly child: ChildProcess;
  task: WarmTask | null;
}

const processes = new Set<WarmProcess>();

process.on("exit", () => {
  for (const { child } of processes) child.kill("SIGKILL");
});

function start(project: string, env: NodeJS.ProcessEnv, terminal: boolean): WarmProcess {
  const child = terminal
    ? // `script` leaves the channel's descriptor open, so the channel reaches the command.
      spawn(...inTerminal([process.execPath, SCRIPT]), {
        cwd: project,
        env,
        stdio: ["pipe", "pipe", "inherit", "ipc"],
      })
    : fork(SCRIPT, {
        cwd: project,
        env,
        // The process gets no standard input, as in a script.
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        execArgv: [],
      });
  const started: WarmProcess = { project, home: env.HOME, terminal, child, task: null };
  processes.add(started);
  child.stdout?.on("data", (chunk: Buffer) => started.task?.take("output", chunk));
  child.stderr?.on("data", (chunk: Buffer) => started.task?.take("errors", chunk));
  child.once("exit", () => processes.delete(started));
  child.once("close", (code) => started.task?.end(code));
  return started;
}

export class WarmTask extends Running {
  readonly id = randomUUID();
  readonly #host: WarmProcess;
  readonly #code: Deferred<number | null>;

  constructor(host: WarmProcess) {
    const code = deferred<number | null>();
    super(code.promise);
    this.#host = host;
    this.#code = code;
  }

  override take(stream: "output" | "errors", chunk: Buffer): void {
    super.take(stream, chunk);
    const output = readToMark(this.id, this.output);
    const errors = readToMark(this.id, this.errors);
    // A terminal mixes output and errors.
    if (output === null || (errors === null && !this.#host.terminal)) return;
    this.output = output.text;
    this.errors = errors?.text ?? "";
    this.end(output.code);
  }

  end(code: number | null): void {
    this.#host.task = null;
    this.#code.resolve(code);
  }

  type(text: string): void {
    const { child } = this.#host;
    // Ctrl-C also ends the compiler's process, which then can't load another command.
    if (text.includes("\u0003")) {
      processes.delete(this.#host);
      void this.ended.then(() => child.kill("SIGKILL"));
    }
    child.stdin?.write(text);
  }

  stop(): Promise<Ended> {
    if (this.#host.task === this) this.#host.child.kill("SIGINT");
    return this.ended;
  }

  kill(): Promise<Ended> {
    if (this.#host.task === this) {
      processes.delete(this.#host);
      this.#host.child.kill("SIGKILL");
    }
    return this.ended;
  }
}

export function startWarm(
  project: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal = false,
): WarmTask {
  const free = [...processes].find(
    (one) =>
      one.task === null &&
      one.terminal === terminal &&
      one.project === project &&
      one.home === env.HOME,
  );
  const host = free ?? start(project, env, terminal);
  const task = new WarmTask(host);
  host.task = task;
  host.child.send({ id: task.id, words, env } satisfies Job);
  return task;
}
