import { once } from "node:events";
import { createServer, type Server } from "node:http";

export interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Stands between a task and its node: sees and may change every request, act before and after it, or answer itself. */
export interface RpcProxy {
  readonly url: string;
  readonly requests: readonly RpcRequest[];
  close(): Promise<void>;
}

/** What the node never said. */
export interface Lie {
  readonly result: unknown;
}

export interface Interference {
  /** @returns an error message to answer with, `"drop"` to cut the line, a lie, or nothing to pass it on */
  before?(request: RpcRequest, number: number): string | Lie | undefined;
  /** Once the node has answered. @returns `"drop"` to keep the answer from the task */
  after?(request: RpcRequest, number: number): string | undefined;
}

const running = new Set<Server>();

// One that a failed test left behind would keep the whole run from ending.
after(() => {
  for (const server of running) {
    server.closeAllConnections();
    server.close();
  }
});

export async function startRpcProxy(
  target: string,
  { before, after }: Interference = {},
): Promise<RpcProxy> {
  const requests: RpcRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked: RpcRequest = JSON.parse(Buffer.concat(chunks).toString());
    requests.push(asked);
    const number = requests.length;
    const verdict = before?.(asked, number);
    if (verdict === "drop") return void request.socket.destroy();
    let answer: string;
    if (verdict === undefined) {
      const found = await fetch(target, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(asked),
      });
      answer = await found.text();
      if (after?.(asked, number) === "drop") return void request.socket.destroy();
    } else {
      const said =
        typeof verdict === "string" ? { error: { code: -32005, message: verdict } } : verdict;
      answer = JSON.stringify({ jsonrpc: "2.0", id: asked.id, ...said });
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(answer);
  });
  running.add(server);
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: async () => {
      running.delete(server);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
