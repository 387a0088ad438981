import { test as base, type ConsoleMessage, expect } from "@playwright/test";
import { buildGallery } from "../../../frontend/gallery/build.ts";
import { type KitLab, serveKitLab } from "../../../frontend/kit/test/support/kit-lab.ts";
import { Relay } from "../../doubles/relay/relay.ts";
import { VerifyPage } from "../../doubles/relay/verify-page.ts";
import { type RpcProxy, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import type { InjectedWalletOptions } from "../../doubles/wallets/injected-wallet.ts";
import { type WalletKitOptions, WalletKitWallet } from "../../doubles/wallets/walletkit-wallet.ts";
import { freePort } from "../../support/process.ts";
import { type StaticServer, serveStatic } from "../../support/static-server.ts";
import type { Chain } from "./chain.ts";
import { quickAnimations } from "./clock.ts";
import {
  type Opened,
  openConnected,
  openPaired,
  openRestored,
  openWithWallet,
} from "./connected-page.ts";
import { type GalleryPage, openGallery } from "./gallery-page.ts";
import { headersFor } from "./host-headers.ts";
import { EVERY_FEATURE, OWN_URL, serveSharedBuild, sharedBuild } from "./mainnet-build.ts";
import { startChain } from "./node.ts";
import { MintPageObject } from "./page.ts";

interface SimulatedMainnet {
  readonly chain: Chain;
  readonly rpc: Pick<RpcProxy, "url" | "requests">;
  readonly ticketAddress: string;
}

export interface MainnetStack extends Omit<SimulatedMainnet, "ticketAddress"> {
  readonly url: string;
  readonly folder: string;
}

/**
 * The port in every build, because all workers share it. Each browser maps it to its worker's own
 * port.
 */
const BUILT_PORT = 19_001;

/**
 * Blocks other hosts at the resolver, because a Playwright route would disable the browser's cache.
 * The first matching rule wins.
 */
const ONLY_THIS_MACHINE = [
  "MAP 127.0.0.1 127.0.0.1",
  "MAP localhost localhost",
  "MAP * ~NOTFOUND",
] as const;

/**
 * All worker fixtures are here, because Playwright starts another worker for another set of them.
 */
interface WorkerFixtures {
  readonly endpointPort: number;
  readonly simulatedMainnet: SimulatedMainnet;
  readonly mainnetStack: MainnetStack;
  readonly featuresStack: MainnetStack;
  /** The longest HTML of a build: another address, an opening and every feature of the kit. */
  readonly copyStack: MainnetStack;
  readonly kitLab: KitLab;
  readonly galleryPage: GalleryPage;
}

type WalletOptions = Partial<InjectedWalletOptions>;

interface TestFixtures {
  readonly pageErrors: readonly string[];
  readonly mainnet: MainnetStack;
  readonly features: MainnetStack;
  /** The page with the headers that its host sends. */
  readonly hosted: StaticServer;
  readonly chain: Chain;
  readonly mint: MintPageObject;
  /** Opens the page with a wallet in the browser. */
  readonly visit: (options?: WalletOptions & { readonly query?: string }) => Promise<Opened>;
  readonly connect: (options?: WalletOptions) => Promise<Opened>;
  readonly restore: () => Promise<Opened>;
  readonly relay: Relay;
  readonly verifyPage: VerifyPage;
  readonly telephone: (options?: Partial<WalletKitOptions>) => Promise<WalletKitWallet>;
  /** Connects a telephone's wallet by its QR code. */
  readonly pair: () => Promise<WalletKitWallet>;
}

export { expect };

type StackFixture = (
  worker: WorkerFixtures,
  use: (stack: MainnetStack) => Promise<void>,
) => Promise<void>;

/** Serves the page as built with these settings, for a simulated mainnet. */
function stackWith(
  settings: Readonly<Record<string, string>>,
): [StackFixture, { scope: "worker"; timeout: number }] {
  return [
    async ({ simulatedMainnet: { chain, rpc, ticketAddress } }, use) => {
      const { url, folder, close } = await serveSharedBuild({
        VITE_RPC_URLS: rpc.url,
        VITE_TICKET_ADDRESS: ticketAddress,
        ...settings,
      });
      await use({ url, folder, chain, rpc });
      await close();
    },
    { scope: "worker", timeout: 120_000 },
  ];
}

async function keepChain(stack: MainnetStack, use: (stack: MainnetStack) => Promise<void>) {
  const before = await stack.chain.snapshot();
  await use(stack);
  await stack.chain.revert(before);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  page: async ({ page }, use) => {
    await quickAnimations(page);
    await use(page);
  },

  pageErrors: [
    async ({ page }, use, testInfo) => {
      const errors: string[] = [];
      const hear = (error: Error) => errors.push(error.stack ?? String(error));
      const read = (message: ConsoleMessage) => {
        if (message.type() === "error") errors.push(message.text());
      };
      page.on("pageerror", hear).on("console", read);
      await use(errors);
      page.off("pageerror", hear).off("console", read);
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const error of errors) console.log(`In the page: ${error}`);
    },
    { auto: true },
  ],

  endpointPort: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => use(await freePort()),
    { scope: "worker" },
  ],

  launchOptions: [
    async ({ launchOptions, endpointPort }, use) => {
      const own = `MAP 127.0.0.1:${BUILT_PORT} 127.0.0.1:${endpointPort}`;
      const rules = [own, ...ONLY_THIS_MACHINE].join(",");
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=${rules}`];
      await use({ ...launchOptions, args });
    },
    { scope: "worker" },
  ],

  simulatedMainnet: [
    async ({ endpointPort }, use) => {
      const { chain, ticketAddress, stop } = await startChain(1);
      const { requests, close } = await startRpcProxy(chain.url, {}, endpointPort);
      const rpc = { url: `http://127.0.0.1:${BUILT_PORT}`, requests };
      await use({ chain, rpc, ticketAddress });
      await close();
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  mainnetStack: stackWith({}),
  featuresStack: stackWith(EVERY_FEATURE),
  copyStack: stackWith({
    VITE_SITE_URL: OWN_URL,
    VITE_SALE_OPENS: "2027-01-01T12:00:00Z",
    ...EVERY_FEATURE,
  }),

  kitLab: [
    async ({ simulatedMainnet: { chain } }, use) => {
      const lab = await serveKitLab(chain);
      await use(lab);
      await lab.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  galleryPage: [
    async ({ browser }, use) => {
      const server = await serveStatic(await sharedBuild("gallery", buildGallery));
      const opened = await openGallery(browser, `${server.url}gallery.html`);
      await use(opened);
      await opened.page.context().close();
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  mainnet: async ({ mainnetStack }, use) => keepChain(mainnetStack, use),
  features: async ({ featuresStack }, use) => keepChain(featuresStack, use),

  hosted: async ({ mainnet: { folder } }, use) => {
    const server = await serveStatic(folder, { headersOf: await headersFor(folder) });
    await use(server);
    await server.close();
  },

  chain: async ({ mainnet: { chain } }, use) => use(chain),
  mint: async ({ page, mainnet: { url } }, use) => use(new MintPageObject(page, url)),
  visit: async ({ page, mainnet: { url, chain } }, use) =>
    use(({ query = "", ...options } = {}) => openWithWallet(page, url + query, chain, options)),
  connect: async ({ page, mainnet: { url, chain } }, use) =>
    use((options) => openConnected(page, url, chain, options)),
  restore: async ({ page, mainnet: { url, chain } }, use) =>
    use(() => openRestored(page, url, chain)),

  relay: async ({ page }, use) => {
    const relay = await Relay.start();
    await relay.serve(page);
    await use(relay);
    await relay.stop();
    expect(relay.violations, "invalid requests to the relay").toEqual([]);
  },

  verifyPage: async ({ page }, use) => {
    const verifyPage = new VerifyPage();
    await verifyPage.serve(page);
    await use(verifyPage);
    expect(verifyPage.violations, "invalid requests to the verify page").toEqual([]);
  },

  telephone: async ({ relay, verifyPage, simulatedMainnet: { chain } }, use) => {
    // The wallet's client, in this process, must reach no other machine.
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const { hostname, href } = new URL(input instanceof Request ? input.url : input);
      if (["localhost", "127.0.0.1"].includes(hostname)) return await real(input, init);
      if (hostname === "verify.walletconnect.org") return verifyPage.answer(href);
      throw new TypeError("fetch failed: there is no network here");
    };
    const wallets: WalletKitWallet[] = [];
    await use(async (options) => {
      const wallet = await WalletKitWallet.create({ chain, ...options, relayUrl: relay.url });
      wallets.push(wallet);
      return wallet;
    });
    for (const wallet of wallets) {
      await wallet.close();
      expect(wallet.failures, `errors in ${wallet.name}`).toEqual([]);
    }
    globalThis.fetch = real;
  },
  pair: async ({ page, mainnet: { url }, telephone }, use) =>
    use(async () => {
      const wallet = await telephone();
      await openPaired(page, url, wallet);
      return wallet;
    }),
});

/** A React error fails the test and ends the worker, so the next test gets a new document. */
export const galleryTest = test.extend({
  page: async ({ galleryPage }, use) => {
    await galleryPage.reset();
    await use(galleryPage.page);
  },
});
