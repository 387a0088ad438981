import { type LocalServer, startLocalServer } from "./local-server.ts";

export interface BadEndpoint extends LocalServer {
  leavesOutSales: boolean;
}

export async function startBadEndpoint(chain: string): Promise<BadEndpoint> {
  const server = await startLocalServer(async ({ body }) => {
    const { id, method } = JSON.parse(body) as { readonly id: unknown; readonly method: string };
    if (endpoint.leavesOutSales && method === "eth_getLogs") {
      return { json: { jsonrpc: "2.0", id, result: [] } };
    }
    const headers = { "content-type": "application/json" };
    return { json: await (await fetch(chain, { method: "POST", headers, body })).json() };
  });
  const endpoint: BadEndpoint = { ...server, leavesOutSales: false };
  return endpoint;
}
