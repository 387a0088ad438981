import { startHttpServer } from "../../support/http-server.ts";

export interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface RpcProxy {
  readonly url: string;
  readonly requests: readonly RpcRequest[];
  close(): Promise<void>;
}

export interface Lie {
  readonly result: unknown;
}

/** An answer from a host in front of the JSON-RPC server. */
export interface HttpReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An error message, an answer, `"drop"` to cut the connection, or `"silent"` to leave it open. */
export type Verdict = string | Lie | HttpReply;

/** A batch counts as one request; `request` is then an array. */
export interface Interference {
  /** @returns an answer instead of the node's, or nothing */
  before?(request: RpcRequest, number: number): Verdict | undefined | Promise<undefined>;
  /** @returns `"drop"` if the client must not get the node's answer */
  after?(request: RpcRequest, number: number): string | undefined;
  /** @returns the answer that the client gets instead of the node's */
  edit?(request: RpcRequest, answer: string): string;
}

export async function startRpcProxy(
  target: string,
  { before, after, edit = (_, answer) => answer }: Interference = {},
  port = 0,
): Promise<RpcProxy> {
  const requests: RpcRequest[] = [];
  const closing = new AbortController();
  const server = await startHttpServer(async ({ method, socket }, response, body) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "content-type");
    if (method === "OPTIONS") return void response.writeHead(204).end();
    const asked: RpcRequest = JSON.parse(body);
    requests.push(asked);
    const number = requests.length;
    const verdict = await before?.(asked, number);
    if (verdict === "drop") return void socket.destroy();
    if (verdict === "silent") return;
    if (typeof verdict === "object" && "status" in verdict) {
      response.writeHead(verdict.status, verdict.headers).end(verdict.body);
      return;
    }
    let answer: string;
    if (verdict === undefined) {
      const answered = await askNode(target, asked, closing.signal);
      if (answered === null) return;
      answer = edit(asked, answered);
      if (after?.(asked, number) === "drop") return void socket.destroy();
    } else {
      const said =
        typeof verdict === "string" ? { error: { code: -32005, message: verdict } } : verdict;
      answer = JSON.stringify({ jsonrpc: "2.0", id: asked.id, ...said });
    }
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  }, port);
  const close = async () => {
    closing.abort();
    await server.close();
  };
  return { url: `http://127.0.0.1:${server.port}`, requests, close };
}

async function askNode(
  target: string,
  request: RpcRequest,
  closing: AbortSignal,
): Promise<string | null> {
  try {
    const answer = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      signal: closing,
    });
    return await answer.text();
  } catch (error) {
    if (closing.aborted) return null;
    throw error;
  }
}
