import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { isLocalRequest } from "../local-request.ts";

/** An endpoint that misbehaves, and the receiver of a webhook. */
export interface DrillServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface BadEndpoint extends DrillServer {
  leavesOutSales: boolean;
  /** The block that it calls the newest; `null` for the chain's. */
  newest: string | null;
}

/** Passes on what it is asked, as a provider's endpoint does. */
export async function startBadEndpoint(chain: string): Promise<BadEndpoint> {
  const server = await startServer(async (body) => {
    const request = JSON.parse(body) as {
      readonly id: unknown;
      readonly method: string;
      readonly params?: readonly unknown[];
    };
    const { id, method, params = [] } = request;
    const { leavesOutSales, newest } = endpoint;
    const answer = (result: unknown) => JSON.stringify({ jsonrpc: "2.0", id, result });
    if (leavesOutSales && method === "eth_getLogs") return answer([]);
    if (newest !== null && method === "eth_blockNumber") return answer(newest);
    const isLate = newest !== null && method === "eth_getBlockByNumber" && params[0] === "latest";
    const asked = isLate ? { ...request, params: [newest, params[1]] } : request;
    const headers = { "content-type": "application/json" };
    const posted = { method: "POST", headers, body: JSON.stringify(asked) };
    return await (await fetch(chain, posted)).text();
  });
  const endpoint: BadEndpoint = { ...server, leavesOutSales: false, newest: null };
  return endpoint;
}

/** Takes everything. */
export async function startMonitor(
  take: (event: Readonly<Record<string, unknown>>) => void,
): Promise<DrillServer> {
  return await startServer(async (body) => {
    take(JSON.parse(body));
    return "{}";
  });
}

async function startServer(answer: (body: string) => Promise<string>): Promise<DrillServer> {
  const server = createServer((request, response) => {
    if (!isLocalRequest(request.headers)) return void response.writeHead(403).end();
    void textOf(request)
      .then(answer)
      .then(
        (text) => response.writeHead(200, { "content-type": "application/json" }).end(text),
        () => response.writeHead(502).end(),
      );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
