import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import { parseEther } from "ethers";
import { Ticket__factory, TicketRenderer__factory } from "../../../typechain-types/index.ts";
import { account, Chain } from "./chain.ts";
import { freePort, ROOT, run, runToEnd } from "./process.ts";
import { RpcProxy } from "./rpc-proxy.ts";
import { serveStatic } from "./static-server.ts";

export const HARDHAT = path.join(ROOT, "node_modules/hardhat/dist/src/cli.js");

/** What `npm start` gives a developer. */
export interface LocalStack {
  /** The link that `npm start` printed. */
  readonly link: string;
  readonly chain: Chain;
}

/** A production build for mainnet, served by a static host, before a simulated chain with id 1. */
export interface MainnetStack {
  readonly url: string;
  /** The built files. */
  readonly folder: string;
  readonly chain: Chain;
  readonly rpc: RpcProxy;
}

interface WorkerFixtures {
  readonly localStack: LocalStack;
  readonly mainnetStack: MainnetStack;
}

interface TestFixtures {
  /** As `localStack`, left as it was found. */
  readonly local: LocalStack;
  /** As `mainnetStack`, left as it was found. */
  readonly mainnet: MainnetStack;
}

export { expect };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  localStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const [chainPort, pagePort] = [await freePort(), await freePort()];
      const started = run("npm", ["start"], {
        CHAIN_PORT: String(chainPort),
        PAGE_PORT: String(pagePort),
      });
      const [, link] = await started.waitFor(/^Ready: (\S+)$/m);
      if (link === undefined) throw new Error("Ready without a link");
      const { address } = await import(path.join(ROOT, "deployments/localhost/record.json"), {
        with: { type: "json" },
      }).then((record) => record.default);
      const chain = new Chain(`http://127.0.0.1:${chainPort}`, address);
      await use({ link, chain });
      chain.close();
      await started.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  mainnetStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const [chainPort, rpcPort, pagePort] = [await freePort(), await freePort(), await freePort()];
      const node = run(process.execPath, [
        ...[HARDHAT, "node", "--hostname", "127.0.0.1"],
        ...["--port", String(chainPort), "--chain-id", "1"],
      ]);
      await node.waitFor(/Started HTTP/);
      const chainUrl = `http://127.0.0.1:${chainPort}`;
      const address = await deployTicket(chainUrl);
      const rpc = await RpcProxy.listen(rpcPort, chainUrl);

      const folder = await mkdtemp(path.join(tmpdir(), "mint-page-"));
      await runToEnd("npm", ["run", "build", "--", "--mode", "mainnet", "--outDir", folder], {
        VITE_REOWN_PROJECT_ID: "0123456789abcdef0123456789abcdef",
        VITE_RPC_URLS: rpc.url,
        VITE_TICKET_ADDRESS: address,
      });
      const page = await serveStatic(folder, pagePort);

      const chain = new Chain(chainUrl, address);
      await use({ url: `http://localhost:${pagePort}/`, folder, chain, rpc });
      chain.close();
      page.closeAllConnections();
      page.close();
      rpc.close();
      await node.stop();
      await rm(folder, { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],

  local: async ({ localStack }, use) => {
    const before = await localStack.chain.snapshot();
    await use(localStack);
    await localStack.chain.revert(before);
  },

  mainnet: async ({ mainnetStack }, use) => {
    const before = await mainnetStack.chain.snapshot();
    await use(mainnetStack);
    mainnetStack.rpc.fault = "none";
    await mainnetStack.chain.revert(before);
  },
});

/** Renderer, sale and two affiliates, by the node's first account. */
export async function deployTicket(url: string): Promise<string> {
  const chain = new Chain(url, "0x0000000000000000000000000000000000000001");
  const owner = account(0).connect(chain.provider);
  const renderer = await new TicketRenderer__factory(owner).deploy();
  await renderer.waitForDeployment();
  const ticket = await new Ticket__factory(owner).deploy(
    owner.address,
    parseEther("0.05"),
    owner.address,
    500,
    await renderer.getAddress(),
    false,
  );
  await ticket.waitForDeployment();
  await (await ticket.setAffiliates(["welcome5", "openhouse"], true)).wait();
  chain.close();
  return await ticket.getAddress();
}
