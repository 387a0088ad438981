import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runToEnd } from "../../support/process.ts";
import { type StaticServer, serveStatic } from "../../support/static-server.ts";
import { startBenchEndpoint } from "./bench-endpoint.ts";
import { hostHeaders, launchAlone } from "./slow-phone.ts";
import { type Holder, startSoldChain } from "./sold-chain.ts";

export const PROJECT_ID = "0123456789abcdef0123456789abcdef";

/** Builds the page for mainnet, with these endpoints. */
export async function buildPage(
  folder: string,
  ticketAddress: string,
  ...urls: readonly string[]
): Promise<void> {
  await runToEnd("npm", ["run", "build", "--", "--mode", "mainnet", "--outDir", folder], {
    VITE_REOWN_PROJECT_ID: PROJECT_ID,
    VITE_RPC_URLS: urls.join(","),
    VITE_TICKET_ADDRESS: ticketAddress,
  });
}

interface Options {
  readonly holder?: Holder;
  /** Of the browser. */
  readonly args?: readonly string[];
}

/** A folder, a chain with two endpoints that can be slow, and a browser that reaches nobody else. */
export async function startBench(name: string, { holder, args = [] }: Options = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), `bench-${name}-`));
  const chain = await startSoldChain(holder);
  const endpoints = [
    await startBenchEndpoint(chain.url),
    await startBenchEndpoint(chain.url),
  ] as const;
  const browser = await launchAlone(...args);
  const servers: StaticServer[] = [];
  return {
    folder,
    chain,
    endpoints,
    browser,
    /** Sends a built page as a host does: compressed, with the headers of the build. */
    async serve(built: string): Promise<StaticServer> {
      const server = await serveStatic(built, { compressed: true, headersOf: hostHeaders });
      servers.push(server);
      return server;
    },
    async close() {
      for (const server of servers) await server.close();
      await browser.close();
      for (const endpoint of endpoints) await endpoint.close();
      await chain.close();
      await rm(folder, { recursive: true });
    },
  };
}
