import type { Page, Route } from "@playwright/test";
import { failed } from "./cloud-endpoints.ts";

const ENDPOINT = "https://rpc.walletconnect.org/v1";

interface RpcCall {
  readonly chainId: string;
  readonly method: string;
}

/**
 * A mock of the provider's JSON-RPC endpoint, which AppKit uses by default. It forwards calls to a
 * node, and rejects calls as the server does (github.com/reown-com/blockchain-api, a4b66a9,
 * src/handlers/proxy.rs and src/error.rs).
 */
export class RpcGateway {
  readonly calls: RpcCall[] = [];
  readonly violations: string[] = [];
  readonly #projectId: string;
  readonly #nodes: Readonly<Record<string, string>>;

  constructor(projectId: string, nodes: Readonly<Record<string, string>>) {
    this.#projectId = projectId;
    this.#nodes = nodes;
  }

  /**
   * Must be called before the page opens, and after the mock of the chain API, which has the same
   * host.
   */
  async serve(page: Page): Promise<void> {
    await page.route(
      (url) => [ENDPOINT, `${ENDPOINT}/`].includes(`${url.origin}${url.pathname}`),
      (route) => this.#answer(route),
    );
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const {
      chainId = "",
      projectId,
      ...rest
    } = Object.fromEntries(new URL(request.url()).searchParams);
    const calls = rpcCalls(request.postData());
    if (request.method() !== "POST" || Object.keys(rest).length > 0 || calls === null) {
      await this.#refuse(route, "neither a JSON-RPC call nor a batch of them", 400);
      return;
    }
    if (projectId !== this.#projectId) {
      await this.#refuse(route, "We failed to authenticate your request", 401);
      return;
    }
    const node = this.#nodes[chainId];
    if (node === undefined) {
      await this.#refuse(route, `We don't support the chainId you provided: ${chainId}.`, 400);
      return;
    }
    for (const { method } of calls) this.calls.push({ chainId, method });
    const answer = await fetch(node, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: request.postData() ?? "",
    });
    await fulfill(route, 200, await answer.json());
  }

  async #refuse(route: Route, problem: string, status: number): Promise<void> {
    const request = route.request();
    this.violations.push(`${request.method()} ${request.url()}: ${problem}`);
    const answer = failed("", problem, status);
    await fulfill(route, answer.status, "json" in answer ? answer.json : {});
  }
}

function rpcCalls(body: string | null): readonly { readonly method: string }[] | null {
  try {
    const calls = [JSON.parse(body ?? "")].flat() as Record<string, unknown>[];
    const valid = calls.every(
      ({ jsonrpc, id, method, params }) =>
        jsonrpc === "2.0" &&
        ["number", "string"].includes(typeof id) &&
        typeof method === "string" &&
        (params === undefined || Array.isArray(params)),
    );
    return valid ? calls.map(({ method }) => ({ method: String(method) })) : null;
  } catch {
    return null;
  }
}

async function fulfill(route: Route, status: number, json: unknown): Promise<void> {
  await route.fulfill({ status, headers: { "access-control-allow-origin": "*" }, json });
}
