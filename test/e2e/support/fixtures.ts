import path from "node:path";
import { test as base, expect } from "@playwright/test";
import { bindings, deployTicketAndRenderer } from "../../contracts/deploy-ticket.ts";
import { type FailingEndpoint, startFailingEndpoint } from "../../doubles/rpc/failing-endpoint.ts";
import { freePort, ROOT, run } from "../../support/process.ts";
import { account, Chain } from "./chain.ts";
import { EVERY_FEATURE } from "./features-build.ts";
import { type KitLab, serveKitLab } from "./kit-lab.ts";
import { serveMainnetBuild } from "./mainnet-build.ts";

export const HARDHAT = path.join(ROOT, "node_modules/hardhat/dist/src/cli.js");

/** What `npm start` gives a developer. */
export interface LocalStack {
  /** The link that `npm start` printed. */
  readonly link: string;
  readonly chain: Chain;
}

/** A production build for mainnet, served by a static host, with a simulated chain with id 1. */
export interface MainnetStack {
  readonly url: string;
  /** The built files. */
  readonly folder: string;
  readonly chain: Chain;
  readonly rpc: FailingEndpoint;
}

/** A chain with id 1 and the contracts, which all tested builds use. */
export interface SimulatedMainnet {
  readonly chain: Chain;
  readonly rpc: FailingEndpoint;
  readonly ticketAddress: string;
}

/** All worker fixtures are here: for a test with other ones, Playwright starts another worker with all of this. */
interface WorkerFixtures {
  readonly localStack: LocalStack;
  readonly simulatedMainnet: SimulatedMainnet;
  readonly mainnetStack: MainnetStack;
  /** As `mainnetStack`, with every feature of the wallet kit on. */
  readonly featuresStack: MainnetStack;
  /** The wallet kit on a separate page, for features without a button on the mint page. */
  readonly kitLab: KitLab;
}

interface TestFixtures {
  /** `localStack`, restored after each test. */
  readonly local: LocalStack;
  /** `mainnetStack`, restored after each test. */
  readonly mainnet: MainnetStack;
  /** `featuresStack`, restored after each test. */
  readonly features: MainnetStack;
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

  simulatedMainnet: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const chainPort = await freePort();
      const node = run(process.execPath, [
        ...[HARDHAT, "node", "--hostname", "127.0.0.1"],
        ...["--port", String(chainPort), "--chain-id", "1"],
      ]);
      await node.waitFor(/Started HTTP/);
      const chainUrl = `http://127.0.0.1:${chainPort}`;
      const ticketAddress = await deployTicket(chainUrl);
      const rpc = await startFailingEndpoint(chainUrl);
      const chain = new Chain(chainUrl, ticketAddress);
      await use({ chain, rpc, ticketAddress });
      chain.close();
      await rpc.close();
      await node.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  mainnetStack: [
    async ({ simulatedMainnet: { chain, rpc, ticketAddress } }, use) => {
      const site = await serveMainnetBuild({
        VITE_RPC_URLS: rpc.url,
        VITE_TICKET_ADDRESS: ticketAddress,
      });
      await use({ url: site.url, folder: site.folder, chain, rpc });
      await site.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  featuresStack: [
    async ({ simulatedMainnet: { chain, rpc, ticketAddress } }, use) => {
      const site = await serveMainnetBuild({
        VITE_RPC_URLS: rpc.url,
        VITE_TICKET_ADDRESS: ticketAddress,
        ...EVERY_FEATURE,
      });
      await use({ url: site.url, folder: site.folder, chain, rpc });
      await site.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  kitLab: [
    async ({ simulatedMainnet: { chain } }, use) => {
      const lab = await serveKitLab(chain);
      await use(lab);
      await lab.close();
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

  features: async ({ featuresStack }, use) => {
    const before = await featuresStack.chain.snapshot();
    await use(featuresStack);
    featuresStack.rpc.fault = "none";
    await featuresStack.chain.revert(before);
  },
});

/** Renderer, sale and two affiliates, by the node's first account. */
export async function deployTicket(url: string): Promise<string> {
  const chain = new Chain(url, "0x0000000000000000000000000000000000000001");
  const owner = account(0).connect(chain.provider);
  const { ticket } = await deployTicketAndRenderer(bindings(owner));
  await (await ticket.setAffiliates(["welcome5", "openhouse"], true)).wait();
  chain.close();
  return await ticket.getAddress();
}
