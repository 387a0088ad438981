import { setTimeout as pause } from "node:timers/promises";
import { type HttpServer, startHttpServer } from "../../support/http-server.ts";

export interface SlowEndpoint {
  readonly url: string;
  /** Milliseconds before each answer, preflight answers included. */
  delayMs: number;
  /** Whether browsers may cache the preflight answer for an hour; their default is five seconds. */
  preflightKept: boolean;
  close(): Promise<void>;
}

export async function startSlowEndpoint(target: string): Promise<SlowEndpoint> {
  const server: HttpServer = await startHttpServer(async ({ method }, response, body) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "content-type");
    const { delayMs, preflightKept } = endpoint;
    if (preflightKept) response.setHeader("access-control-max-age", "3600");
    if (method === "OPTIONS") {
      await pause(delayMs);
      response.writeHead(204).end();
      return;
    }
    const [answer] = await Promise.all([askNode(target, body), pause(delayMs)]);
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  const endpoint: SlowEndpoint = {
    url: `http://127.0.0.1:${server.port}`,
    delayMs: 0,
    preflightKept: true,
    close: server.close,
  };
  return endpoint;
}

export async function askNode(target: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  return await (await fetch(target, { method: "POST", headers, body })).text();
}
