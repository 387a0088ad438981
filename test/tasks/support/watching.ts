import { spawn } from "node:child_process";
import { once } from "node:events";
import { type HttpServer, startHttpServer } from "../../support/http-server.ts";
import type { Ended } from "../../support/process.ts";
import { type Command, startWarmTask } from "./command.ts";
import { HARDHAT } from "./hardhat-cli.ts";
import { inTerminal } from "./in-terminal.ts";
import { PERSONS_ENV } from "./terminal.ts";

export interface Watching {
  saw(pattern: RegExp): Promise<RegExpMatchArray>;
  output(): string;
  kill(): void;
  stop(): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

export function startWatch(command: Command, ...words: string[]): Watching {
  const started = startWarmTask(command, "ticket", "watch", "--every", "0.2", ...words);
  const listeners = new Set<() => void>();
  started.onPrinted(() => {
    for (const look of listeners) look();
  });
  const output = () => `${started.printed().output}${started.printed().errors}`;
  return {
    output,
    ended: started.ended,
    saw: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = output().match(pattern);
          if (found === null) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        void started.ended.then(({ code }) =>
          reject(new Error(`It ended with ${code} before it said ${pattern}:\n${output()}`)),
        );
      }),
    kill: () => started.signal("SIGKILL"),
    stop: () => {
      started.signal("SIGINT");
      return started.ended;
    },
  };
}

/** A webhook's server, which can refuse. */
export interface Receiver {
  readonly url: string;
  readonly taken: readonly Readonly<Record<string, unknown>>[];
  readonly keys: readonly unknown[];
  readonly alarms: readonly Readonly<Record<string, unknown>>[];
  readonly posts: () => number;
  /**
   * Status codes for the next posts; later ones get 200. `"drop"` closes the connection after the
   * body.
   */
  readonly answers: (number | "drop" | "silent")[];
  onPost: (number: number) => void;
  onAnswered: (number: number) => void;
  took(count: number): Promise<void>;
  tookAlarms(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const taken: Record<string, unknown>[] = [];
  const listeners = new Set<() => void>();
  const keys: unknown[] = [];
  const alarms: Record<string, unknown>[] = [];
  let posts = 0;
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  const server: HttpServer = await startHttpServer(({ headers, socket }, response, body) => {
    posts += 1;
    const number = posts;
    receiver.onPost(number);
    response.on("finish", () => receiver.onAnswered(number));
    const answer = receiver.answers.shift() ?? 200;
    if (answer === "drop") return void socket.destroy();
    if (answer === "silent") return;
    if (answer < 300) {
      const told = JSON.parse(body);
      const key = headers["idempotency-key"];
      if (/^(alarm|cleared)$/.test(told.type)) alarms.push({ ...told, key });
      else {
        taken.push(told);
        keys.push(key);
      }
    }
    response.writeHead(answer).end();
    for (const look of listeners) look();
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.port}/hook/secret-key`,
    taken,
    keys,
    posts: () => posts,
    answers: [],
    onPost: () => {},
    onAnswered: () => {},
    alarms,
    took: (count) => until(() => taken.length >= count),
    tookAlarms: (count) => until(() => alarms.length >= count),
    close: server.close,
  };
  return receiver;
}

export interface WatchingInTerminal {
  saw(pattern: RegExp): Promise<void>;
  screen(): string;
  stop(): Promise<number | null>;
}

export function startWatchInTerminal(
  { project, env = {} }: Command,
  ...words: string[]
): WatchingInTerminal {
  const task = [process.execPath, HARDHAT, "ticket", "watch", "--every", "0.2", ...words];
  const child = spawn(...inTerminal(task), {
    cwd: project,
    env: { ...PERSONS_ENV, TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  let screen = "";
  let look = () => {};
  child.stdout.on("data", (chunk: Buffer) => {
    screen += chunk.toString();
    look();
  });
  return {
    screen: () => screen,
    saw: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (pattern.test(screen)) resolve();
        };
        look();
        void ended.then(() => reject(new Error(`It ended before ${pattern}:\n${screen}`)));
      }),
    stop: () => {
      child.stdin.write("\u0003");
      return ended;
    },
  };
}
