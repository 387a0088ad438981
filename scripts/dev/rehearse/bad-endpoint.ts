import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isLocalRequest } from "../local-request.ts";

export interface BadEndpoint {
  readonly url: string;
  leavesOutSales: boolean;
  close(): Promise<void>;
}

/** Passes the requests of this machine on to the chain. */
export async function startBadEndpoint(chain: string): Promise<BadEndpoint> {
  const headers = { "content-type": "application/json" };

  async function answer(body: string): Promise<string> {
    const { id, method } = JSON.parse(body) as { readonly id: unknown; readonly method: string };
    if (endpoint.leavesOutSales && method === "eth_getLogs") {
      return JSON.stringify({ jsonrpc: "2.0", id, result: [] });
    }
    return await (await fetch(chain, { method: "POST", headers, body })).text();
  }

  const server = createServer(async (request, response) => {
    if (!isLocalRequest(request.headers)) return void response.writeHead(403).end();
    try {
      const said = await answer(await text(request));
      response.writeHead(200, headers).end(said);
    } catch {
      response.writeHead(502).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint: BadEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leavesOutSales: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return endpoint;
}
