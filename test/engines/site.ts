import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { getAddress, toQuantity } from "ethers";
import { checkedPurchase, type ExpectedPurchase } from "../doubles/wallets/expected-purchase.ts";
import { account, type Chain } from "../e2e/support/chain.ts";
import { startHttpServer } from "../support/http-server.ts";
import type { HeadersOf } from "../support/static-server.ts";
import { visitorsBrowser, type WalletPresence } from "./in-page.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};
const SCRIPT = "/test/visitor.js";

export interface Visitor {
  wallet: WalletPresence | null;
  /** Imitates Firefox's blocked storage, for an engine without that setting. */
  denyStorage: boolean;
  expected: ExpectedPurchase | null;
  rejects: boolean;
  chainId: number;
  refused: RegExp | null;
  allowed: RegExp | null;
  headersOf: HeadersOf;
}

export interface Site {
  readonly url: string;
  readonly visitor: Visitor;
  readonly buyer: string;
  readonly reports: string[];
  readonly asked: string[];
  reset(): void;
  close(): Promise<void>;
}

export async function serveSite(folder: string, chain: Chain): Promise<Site> {
  const reports: string[] = [];
  const asked: string[] = [];
  const signer = account(1).connect(chain.provider);
  const buyer = getAddress(signer.address);
  const visitor = {} as Visitor;
  const reset = () => {
    reports.length = 0;
    asked.length = 0;
    Object.assign(visitor, {
      wallet: { name: "Careful Wallet", how: "announced" },
      denyStorage: false,
      expected: null,
      rejects: false,
      chainId: 1,
      refused: null,
      allowed: null,
      headersOf: () => ({}),
    } satisfies Visitor);
  };
  reset();

  const wallet = async (method: string, params: readonly unknown[]) => {
    asked.push(method);
    switch (method) {
      case "eth_requestAccounts":
      case "eth_accounts":
        return { result: [buyer] };
      case "eth_chainId":
        return { result: toQuantity(visitor.chainId) };
      case "net_version":
        return { result: String(visitor.chainId) };
      case "wallet_switchEthereumChain": {
        const [{ chainId }] = params as [{ chainId: string }];
        visitor.chainId = Number(chainId);
        return { result: null, events: [{ name: "chainChanged", value: chainId }] };
      }
      case "eth_sendTransaction": {
        if (visitor.rejects) return { error: { code: 4001, message: "User rejected" } };
        const transaction = checkedPurchase(params[0] as Record<string, string>, visitor.expected, {
          chainId: visitor.chainId,
          buyer,
          contract: await chain.ticketAddress(),
        });
        return { result: (await signer.sendTransaction(transaction)).hash };
      }
      default:
        return { error: { code: 4200, message: `${method} is not supported` } };
    }
  };

  const server = await startHttpServer(async ({ url = "/", headers: sent }, response, body) => {
    const { pathname } = new URL(url, "http://localhost");
    if (pathname === "/test/report") {
      reports.push(JSON.parse(body));
      response.writeHead(204).end();
      return;
    }
    if (pathname === "/test/wallet") {
      const { method, params } = JSON.parse(body);
      const answer = await wallet(method, params).catch((error: Error) => {
        reports.push(`wallet: ${error.message}`);
        return { error: { code: -32603, message: error.message } };
      });
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
      return;
    }
    // Sends an ETag, because without one Chromium drops a file that one request reads while another
    // revalidates it.
    const headers = { "cache-control": "no-cache", ...visitor.headersOf(pathname) };
    const { wallet: presence, denyStorage } = visitor;
    const script = `(${visitorsBrowser})(${JSON.stringify({ wallet: presence, denyStorage })})`;
    if (pathname === SCRIPT) {
      response.writeHead(200, { ...headers, "content-type": "text/javascript" }).end(script);
      return;
    }
    if (pathname === "/test/elsewhere.html") {
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Elsewhere</p>");
      return;
    }
    if (visitor.refused?.test(pathname)) {
      response.writeHead(404).end();
      return;
    }
    const name = pathname === "/" ? "/index.html" : pathname;
    const type = TYPES[path.extname(name)] ?? "application/octet-stream";
    const file = await readFile(path.join(folder, name)).catch(() => null);
    if (file === null) {
      response.writeHead(404).end();
      return;
    }
    if (name !== "/index.html") {
      const etag = `"${createHash("sha256").update(file).digest("hex")}"`;
      if (sent["if-none-match"] === etag) response.writeHead(304, { ...headers, etag }).end();
      else response.writeHead(200, { ...headers, etag, "content-type": type }).end(file);
      return;
    }
    response.writeHead(200, { ...headers, "content-type": type });
    const element = `<script src="${SCRIPT}"></script>`;
    response.end(file.toString().replace("<head>", `<head>${element}`));
  });
  return {
    url: `http://localhost:${server.port}/`,
    visitor,
    buyer,
    reports,
    asked,
    reset,
    close: server.close,
  };
}
