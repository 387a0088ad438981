import { createHash } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import type { Chain } from "../e2e/support/chain.ts";
import { serveMainnetBuild } from "../e2e/support/mainnet-build.ts";
import { startChain } from "../e2e/support/node.ts";
import type { Browser, Engine, Setup } from "./browsers/browser.ts";
import { findEngines } from "./engines.ts";
import { MintTab } from "./mint-tab.ts";
import { type Site, serveSite } from "./site.ts";

export { expect };

interface World {
  readonly chain: Chain;
  readonly folder: string;
  readonly site: Site;
}

interface WorkerFixtures {
  readonly engine: Engine;
  readonly world: World;
  readonly usual: Browser;
}

interface TestFixtures {
  readonly chain: Chain;
  readonly site: Site;
  readonly mint: MintTab;
  newTab(): Promise<MintTab>;
  openWith(setup: Setup): Promise<MintTab>;
}

const DESKTOP = { width: 1280, height: 900 };

/** The tests can't reach AppKit's cloud, and browsers log each failed request. */
const EXPECTED = /\.(web3modal|walletconnect|reown)\.(org|com)/;

/** If a page ends during a file's request, Firefox compares the hash of zero bytes. */
const LEFT = `The computed hash is “${createHash("sha384").update("").digest("base64")}”`;

const unexpected =
  ({ visitor: { allowed } }: Site) =>
  (report: string) =>
    !EXPECTED.test(report) && !report.includes(LEFT) && allowed?.test(report) !== true;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use, { project }) => {
      const { found } = await findEngines();
      const engine = found.find(({ name }) => name === project.name);
      if (engine === undefined) throw new Error(`${project.name} is not on this machine`);
      await use(engine);
    },
    { scope: "worker" },
  ],

  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const { chain, ticketAddress, stop } = await startChain(1);
      const build = await serveMainnetBuild({
        VITE_RPC_URLS: chain.url,
        VITE_TICKET_ADDRESS: ticketAddress,
      });
      const site = await serveSite(build.folder, chain);
      await use({ chain, folder: build.folder, site });
      await site.close();
      await build.close();
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  usual: [
    async ({ engine }, use) => {
      const browser = await engine.open({ size: DESKTOP });
      console.log(`${engine.name}: ${browser.name}`);
      await use(browser);
      await browser.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  chain: async ({ world: { chain } }, use) => {
    const before = await chain.snapshot();
    await use(chain);
    await chain.revert(before);
  },

  site: async ({ world: { site } }, use) => {
    site.reset();
    await use(site);
    expect(site.reports.filter(unexpected(site))).toEqual([]);
  },

  // All tabs must leave before the chain is reset, because a page that tracks a purchase would
  // store the reset chain's state.
  newTab: async ({ usual, site, chain: _ }, use) => {
    const told = usual.errors.length;
    const opened: MintTab[] = [];
    await use(async () => {
      const mint = new MintTab(await usual.newTab(), site);
      opened.push(mint);
      return mint;
    });
    for (const mint of opened) await mint.leave();
    for (const mint of opened) await mint.forget();
    expect(usual.errors.slice(told).filter(unexpected(site))).toEqual([]);
  },

  mint: async ({ newTab }, use) => {
    await use(await newTab());
  },

  openWith: async ({ engine, site }, use) => {
    const opened: Browser[] = [];
    await use(async (setup) => {
      const browser = await engine.open(setup);
      opened.push(browser);
      return new MintTab(await browser.newTab(), site);
    });
    for (const browser of opened) await browser.close();
  },
});
