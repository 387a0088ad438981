import { setTimeout as pause } from "node:timers/promises";
import { startHttpServer } from "../../support/http-server.ts";

export interface BenchEndpoint {
  readonly url: string;
  /** Milliseconds before each answer, preflight answers included. */
  delayMs: number;
  /** Whether browsers may cache the preflight answer for an hour; their default is five seconds. */
  preflightKept: boolean;
  isDown: boolean;
  lie: ((answer: string) => string) | null;
  /** How often each body was asked. */
  readonly asked: Map<string, number>;
  close(): Promise<void>;
}

/** Passes requests on to a node, and adds to each answer when it was given. */
export async function startBenchEndpoint(target: string): Promise<BenchEndpoint> {
  const asked = new Map<string, number>();
  const server = await startHttpServer(async ({ method }, response, body) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "content-type");
    const { delayMs, preflightKept } = endpoint;
    if (preflightKept) response.setHeader("access-control-max-age", "3600");
    if (method === "OPTIONS") {
      await pause(delayMs);
      return void response.writeHead(204).end();
    }
    asked.set(body, (asked.get(body) ?? 0) + 1);
    if (endpoint.isDown) return void response.writeHead(503).end();
    const [honest] = await Promise.all([askNode(target, body), pause(delayMs)]);
    const answer = endpoint.lie?.(honest) ?? honest;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(answer.replace("{", `{"answeredAt":${Date.now()},`));
  });
  const endpoint: BenchEndpoint = {
    url: `http://127.0.0.1:${server.port}`,
    delayMs: 0,
    preflightKept: true,
    isDown: false,
    lie: null,
    asked,
    close: server.close,
  };
  return endpoint;
}

export async function askNode(target: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  return await (await fetch(target, { method: "POST", headers, body })).text();
}
