import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { createChanges } from "./changes.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** A child process. `stop()` also ends the processes that it started. */
export interface Running {
  readonly output: () => string;
  /** Resolves with the first match in past or future output; rejects if the process ends without one. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>;
  stop(): Promise<void>;
}

export function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  const child: ChildProcess = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // Starts a process group, because `stop()` must reach the whole tree.
    detached: true,
  });
  const exited = once(child, "exit");
  let output = "";
  const { changed, until } = createChanges();
  const take = (chunk: Buffer) => {
    output += chunk.toString();
    changed();
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);

  return {
    output: () => output,
    waitFor: (pattern) =>
      until(
        () => output.match(pattern),
        exited,
        () => `${command} ended without printing ${pattern}:\n${output}`,
      ),
    async stop() {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
        process.kill(-child.pid, "SIGTERM");
        await exited;
      }
    },
  };
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface Started {
  readonly process: ChildProcess;
  /** Resolves once the process has ended and no child holds its output. */
  readonly ended: Promise<Ended>;
}

export function startProcess(
  command: string,
  args: readonly string[],
  { cwd = ROOT, env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Started {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return {
    process: child,
    ended: once(child, "close").then(([code]) => ({ code, output, errors })),
  };
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
