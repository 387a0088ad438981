import { type LocalServer, startLocalServer } from "./local-server.ts";

export interface BadEndpoint extends LocalServer {
  leavesOutSales: boolean;
  /** `null` for the chain's own. */
  newest: string | null;
}

interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

export async function startBadEndpoint(chain: string): Promise<BadEndpoint> {
  const server = await startLocalServer(async ({ body }) => {
    const request = JSON.parse(body) as RpcRequest;
    const { id, method, params = [] } = request;
    const { leavesOutSales, newest } = endpoint;
    const answer = (result: unknown) => ({ json: { jsonrpc: "2.0", id, result } });
    if (leavesOutSales && method === "eth_getLogs") return answer([]);
    if (newest !== null && method === "eth_blockNumber") return answer(newest);
    const isLate = newest !== null && method === "eth_getBlockByNumber" && params[0] === "latest";
    const asked = isLate ? { ...request, params: [newest, params[1]] } : request;
    const headers = { "content-type": "application/json" };
    const posted = { method: "POST", headers, body: JSON.stringify(asked) };
    return { json: await (await fetch(chain, posted)).json() };
  });
  const endpoint: BadEndpoint = { ...server, leavesOutSales: false, newest: null };
  return endpoint;
}
