import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { createChanges } from "./changes.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** What a program has printed so far, and how it ends. */
export class Running {
  output = "";
  errors = "";
  readonly ended: Promise<Ended>;
  readonly #changes = createChanges();
  #seen = 0;

  /** @param code resolves once nothing more is printed */
  constructor(code: Promise<number | null>) {
    this.ended = code.then((code) => ({ code, output: this.output, errors: this.errors }));
  }

  get text(): string {
    return this.output + this.errors;
  }

  take(stream: "output" | "errors", chunk: Buffer): void {
    this[stream] += chunk.toString();
    this.#changes.changed();
  }

  /** Resolves with the first match in past or future text; rejects if the program ends without one. */
  saw(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#changes.until(
      () => pattern.exec(this.text.slice(this.#seen)),
      this.ended,
      () => `It ended before it printed ${pattern}:\n${this.text}`,
    );
  }

  /** As `saw`. Later waits look only below what this one finds. */
  async sawAndPassed(pattern: RegExp): Promise<void> {
    const { index, 0: found } = await this.saw(pattern);
    this.#seen += index + found.length;
  }
}

export class Started extends Running {
  readonly process: ChildProcess;

  constructor(process: ChildProcess) {
    // Resolves once no child of the process holds its output.
    super(once(process, "close").then(([code]) => code));
    this.process = process;
    process.stdout?.on("data", (chunk: Buffer) => this.take("output", chunk));
    process.stderr?.on("data", (chunk: Buffer) => this.take("errors", chunk));
  }

  type(text: string): void {
    this.process.stdin?.write(text);
  }

  /** Sends a signal to a detached process and to all that it started. */
  signalGroup(name: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.process;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, name);
  }

  async stop(): Promise<void> {
    this.signalGroup("SIGTERM");
    await this.ended;
  }
}

export function startProcess(
  command: string,
  args: readonly string[],
  { cwd = ROOT, env = process.env, detached = false }: SpawnOptions = {},
): Started {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  return new Started(spawn(command, args, { cwd, env, detached, stdio: [...stdio] }));
}

/** Starts a process group, because `stop()` must reach the whole tree. */
export function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Started {
  return startProcess(command, args, { env: { ...process.env, ...env }, detached: true });
}

export async function runToEnd(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const started = startProcess(command, args, { env: { ...process.env, ...env } });
  const { code, output, errors } = await started.ended;
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${output}${errors}`);
  return output + errors;
}

/**
 * Each test worker has a thousand ports below the ephemeral range, because other processes rarely
 * take one there. The first depends on the process id, because another checkout may use the same
 * thousand.
 */
const PORTS = 1_000;
const firstPort = 20_000 + PORTS * (Number(process.env.TEST_PARALLEL_INDEX ?? 9) % 10);
let ports = 0;

export async function freePort(): Promise<number> {
  while (ports < PORTS) {
    const port = firstPort + ((process.pid + ports) % PORTS);
    ports += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port is free from ${firstPort} on`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
