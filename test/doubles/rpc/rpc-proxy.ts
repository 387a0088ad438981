import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";

/** Faults of an endpoint. */
export type Fault =
  | "none"
  | "down"
  | "silent"
  | "429"
  | "500"
  | "html"
  | "wrong JSON"
  | "other ids"
  | "other chain"
  | "half the price"
  | "old head";

/** A proxy between the page and the node, with faults on demand. */
export class RpcProxy {
  fault: Fault = "none";
  /** Bodies of the incoming requests. */
  readonly received: string[] = [];
  /** Bodies of those that got the node's own answer. */
  readonly answered: string[] = [];
  readonly url: string;
  readonly #server: Server;
  readonly #target: string;

  private constructor(server: Server, port: number, target: string) {
    this.#server = server;
    this.#target = target;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async listen(port: number, target: string): Promise<RpcProxy> {
    const server = createServer();
    const proxy = new RpcProxy(server, port, target);
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      await proxy.#answer(request.method ?? "", Buffer.concat(chunks).toString(), response);
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return proxy;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(method: string, body: string, response: ServerResponse): Promise<void> {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "content-type");
    if (method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    this.received.push(body);
    switch (this.fault) {
      case "down":
        response.destroy();
        return;
      case "silent":
        return;
      case "429":
        // Browsers hide this header from cross-origin scripts, so the usual backoff applies.
        response.writeHead(429, { "retry-after": "3" }).end("slow down");
        return;
      case "500":
        response.writeHead(500).end("oops");
        return;
      case "html":
        response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
        return;
      case "wrong JSON":
        response.writeHead(200, { "content-type": "application/json" }).end('{"a":[1,2');
        return;
      default: {
        const upstream = await fetch(this.#target, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        const text = await upstream.text();
        response.writeHead(200, { "content-type": "application/json" });
        if (this.fault === "other chain") response.end(onOtherChain(body, text));
        else if (this.fault === "other ids") response.end(withOtherIds(text));
        else if (this.fault === "half the price") response.end(atHalfThePrice(text));
        else if (this.fault === "old head") response.end(withOldHead(body, text));
        else response.end(text);
        this.answered.push(body);
      }
    }
  }
}

/** The same answers, with the ids of other requests. */
function withOtherIds(answer: string): string {
  return answer.replaceAll(/"id":(\d+)/g, '"id":7$1');
}

/** The same answers, except for the two prices of one ticket, which are consistent. */
function atHalfThePrice(answer: string): string {
  const word = (price: bigint) => price.toString(16).padStart(64, "0");
  const price = 50_000_000_000_000_000n;
  const discounted = (price * 95n) / 100n;
  return answer
    .replaceAll(word(price), word(price / 2n))
    .replaceAll(word(discounted), word(discounted / 2n));
}

/** The same answers, from a node that is a thousand blocks and some hours behind. */
function withOldHead(body: string, answer: string): string {
  return withResult(body, answer, "eth_getBlockByNumber", (block) => ({
    ...(block as object),
    number: "0x1",
    timestamp: "0x1",
  }));
}

/** The same answers, from a chain with another id. */
function onOtherChain(body: string, answer: string): string {
  return withResult(body, answer, "eth_chainId", () => "0x539");
}

function withResult(
  body: string,
  answer: string,
  method: string,
  change: (result: unknown) => unknown,
): string {
  const requests = [JSON.parse(body)].flat() as { id: unknown; method: string }[];
  const asked = requests.find((request) => request.method === method);
  if (asked === undefined) return answer;
  const answers = JSON.parse(answer);
  for (const single of [answers].flat()) {
    if (single.id === asked.id) single.result = change(single.result);
  }
  return JSON.stringify(answers);
}
