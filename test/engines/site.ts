import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { appear, type Habit, InjectedWallet } from "../doubles/wallets/injected-wallet.ts";
import type { Chain } from "../e2e/support/chain.ts";
import { startHttpServer } from "../support/http-server.ts";
import type { HeadersOf } from "../support/static-server.ts";
import { visitorsBrowser } from "./in-page.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};
const SCRIPT = "/test/visitor.js";

interface Visitor {
  /** Imitates Firefox's blocked storage, for an engine without that setting. */
  denyStorage: boolean;
  refused: RegExp | null;
  allowed: RegExp | null;
  headersOf: HeadersOf;
}

export interface Site {
  readonly url: string;
  readonly visitor: Visitor;
  readonly wallet: InjectedWallet;
  readonly reports: string[];
  reset(habits?: readonly Habit[]): void;
  close(): Promise<void>;
}

export async function serveSite(folder: string, chain: Chain): Promise<Site> {
  const reports: string[] = [];
  const events: { readonly name: string; readonly detail: unknown }[] = [];
  const visitor = {} as Visitor;
  let wallet = new InjectedWallet(chain, { chainId: 1 });
  const reset = (habits: readonly Habit[] = []) => {
    reports.length = 0;
    Object.assign(visitor, {
      denyStorage: false,
      refused: null,
      allowed: null,
      headersOf: () => ({}),
    } satisfies Visitor);
    wallet = new InjectedWallet(chain, { chainId: 1, habits });
    wallet.hear((name, detail) => events.push({ name, detail }));
  };
  reset();

  const server = await startHttpServer(async ({ url = "/", headers: sent }, response, body) => {
    const { pathname } = new URL(url, "http://localhost");
    if (pathname === "/test/report") {
      reports.push(JSON.parse(body));
      response.writeHead(204).end();
      return;
    }
    if (pathname === "/test/wallet") {
      const answer = await wallet.answer(JSON.parse(body), url);
      const told = JSON.stringify({ ...answer, events: events.splice(0) });
      response.writeHead(200, { "content-type": "application/json" }).end(told);
      return;
    }
    // Sends an ETag, because without one Chromium drops a file that one request reads while another
    // revalidates it.
    const headers = { "cache-control": "no-cache", ...visitor.headersOf(pathname) };
    if (pathname === SCRIPT) {
      const { rdns, presence } = wallet;
      const script =
        `(${visitorsBrowser})(${JSON.stringify(rdns)}, ${visitor.denyStorage});` +
        `(${appear})(${JSON.stringify(presence)})`;
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
    get wallet() {
      return wallet;
    },
    reports,
    reset,
    close: server.close,
  };
}
