import path from "node:path";
import { type Browser, test as base, type ConsoleMessage, expect } from "@playwright/test";
import { Network } from "ethers";
import { buildGallery } from "../../../frontend/gallery/build.ts";
import { type KitLab, serveKitLab } from "../../../frontend/kit/test/support/kit-lab.ts";
import { networks } from "../../../networks.ts";
import { FolderRenderer__factory } from "../../../typechain-types/index.ts";
import { type RpcRequest, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { makeOtherProject, type OtherProject } from "../../support/other-project.ts";
import { freePort, ROOT, run } from "../../support/process.ts";
import { serveStatic } from "../../support/static-server.ts";
import { account, Chain } from "./chain.ts";
import { EVERY_FEATURE } from "./features-build.ts";
import { type GalleryPage, openGallery } from "./gallery-page.ts";
import { PROJECT_ID, serveBuild, serveSharedBuild } from "./mainnet-build.ts";
import { startChain, startNode } from "./node.ts";
import { type PicturesHost, startPicturesHost } from "./pictures-host.ts";
import { sharedBuild } from "./shared-build.ts";

export interface LocalStack {
  readonly link: string;
  readonly chain: Chain;
}

interface Endpoint {
  readonly url: string;
  /** Each request's body. */
  readonly received: readonly string[];
  isDown: boolean;
}

export interface MainnetStack {
  readonly url: string;
  readonly folder: string;
  readonly chain: Chain;
  readonly rpc: Endpoint;
}

export interface FolderStack {
  readonly url: string;
  readonly built: string;
  readonly chain: Chain;
  readonly host: PicturesHost;
}

export interface SimulatedMainnet {
  readonly chain: Chain;
  readonly rpc: Endpoint;
  readonly ticketAddress: string;
}

export interface OtherStack {
  readonly project: OtherProject;
  readonly printed: string;
  readonly url: string;
  readonly folder: string;
  readonly chain: Chain;
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
  readonly localStack: LocalStack;
  readonly simulatedMainnet: SimulatedMainnet;
  readonly mainnetStack: MainnetStack;
  readonly featuresStack: MainnetStack;
  readonly kitLab: KitLab;
  readonly folderStack: FolderStack;
  readonly gallery: string;
  readonly galleryPage: GalleryPage;
  readonly otherStack: OtherStack;
}

interface TestFixtures {
  readonly pageErrors: readonly string[];
  readonly local: LocalStack;
  readonly mainnet: MainnetStack;
  readonly features: MainnetStack;
  readonly otherCollection: OtherStack;
  readonly folder: FolderStack;
}

export { expect };

export const test = base.extend<TestFixtures, WorkerFixtures>({
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

  localStack: [
    async ({ browser }, use) => {
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
      try {
        await visitFirst(browser, link);
        await use({ link, chain });
      } catch (error) {
        console.log(started.output());
        throw error;
      } finally {
        chain.close();
        await started.stop();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],

  simulatedMainnet: [
    async ({ endpointPort }, use) => {
      const { chain, ticketAddress, stop } = await startChain(1);
      const received: string[] = [];
      const rpc: Endpoint = { url: `http://127.0.0.1:${BUILT_PORT}`, received, isDown: false };
      const before = (request: RpcRequest) => {
        received.push(JSON.stringify(request));
        return rpc.isDown ? "drop" : undefined;
      };
      const proxy = await startRpcProxy(chain.url, { before }, endpointPort);
      await use({ chain, rpc, ticketAddress });
      await proxy.close();
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  mainnetStack: [
    async ({ simulatedMainnet: { chain, rpc, ticketAddress } }, use) => {
      const site = await serveSharedBuild({
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
      const site = await serveSharedBuild({
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

  folderStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const { chainId } = networks.localhost;
      const { chain, ticketAddress, stop } = await startChain(chainId);
      const host = await startPicturesHost();
      await useFolder(chain, host.folder);
      const site = await serveBuild("localhost", {
        VITE_RPC_URLS: chain.url,
        VITE_TICKET_ADDRESS: ticketAddress,
        VITE_PICTURES_URL: host.url,
      });
      await use({ url: site.url, built: site.folder, chain, host });
      await site.close();
      await host.close();
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const server = await serveStatic(await sharedBuild("gallery", buildGallery));
      await use(`${server.url}gallery.html`);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  galleryPage: [
    async ({ browser, gallery }, use) => {
      const opened = await openGallery(browser, gallery);
      await use(opened);
      await opened.page.context().close();
    },
    { scope: "worker" },
  ],

  otherStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const node = await startNode(networks.polygon.chainId);
      const project = await makeOtherProject();
      const rehearsal = (...words: string[]) =>
        project.npm(["hardhat", "--", ...words, "--network", "rehearsal", "--yes"], {
          REHEARSAL_RPC_URL: node.url,
        });
      const deployed = await rehearsal("ticket", "deploy");
      const registered = await rehearsal("affiliates", "add", "welcome");
      const { default: record } = await import(
        path.join(project.folder, "deployments/rehearsal/record.json"),
        { with: { type: "json" } }
      );
      const folder = path.join(project.folder, "frontend/dist");
      await project.npm(["build", "--", "--mode", "polygon"], {
        VITE_REOWN_PROJECT_ID: PROJECT_ID,
        VITE_RPC_URLS: node.url,
        VITE_TICKET_ADDRESS: record.address,
      });
      const site = await serveStatic(folder);
      const { chainId, title } = networks.polygon;
      const chain = new Chain(node.url, record.address, new Network(title, chainId));
      await use({ project, printed: deployed + registered, url: site.url, folder, chain });
      chain.close();
      await site.close();
      await project.remove();
      await node.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],

  local: async ({ localStack }, use) => keepChain(localStack, use),
  mainnet: async ({ mainnetStack }, use) => {
    await keepChain(mainnetStack, use);
    mainnetStack.rpc.isDown = false;
  },
  features: async ({ featuresStack }, use) => {
    await keepChain(featuresStack, use);
    featuresStack.rpc.isDown = false;
  },
  otherCollection: async ({ otherStack }, use) => keepChain(otherStack, use),
  folder: async ({ folderStack }, use) => {
    folderStack.host.files.clear();
    folderStack.host.requested.length = 0;
    await keepChain(folderStack, use);
  },
});

async function keepChain<Stack extends { readonly chain: Chain }>(
  stack: Stack,
  use: (stack: Stack) => Promise<void>,
): Promise<void> {
  const before = await stack.chain.snapshot();
  await use(stack);
  await stack.chain.revert(before);
}

/**
 * Visits the page once, because Vite prepares packages on the first visit and a test would time
 * out.
 */
async function visitFirst(browser: Browser, link: string): Promise<void> {
  const page = await browser.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") console.log(`First visit: ${message.text()}`);
  });
  page.on("pageerror", (error) => console.log(`First visit: ${error.stack}`));
  await page.goto(link);
  await page.getByRole("heading", { name: "Order details" }).waitFor({ timeout: 60_000 });
  await page.close();
}

async function useFolder({ provider, ticket }: Chain, folder: string): Promise<void> {
  const renderer = await new FolderRenderer__factory(account(0).connect(provider)).deploy(folder);
  await (await ticket.setRenderer(await renderer.getAddress())).wait();
}
