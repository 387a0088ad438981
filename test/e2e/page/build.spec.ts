import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { money } from "../../support/money.ts";
import { ROOT, runToEnd } from "../../support/process.ts";
import { CONTROLS } from "../controls/controls.ts";
import { expect, test } from "../support/fixtures.ts";
import { createKitAhead } from "../support/kit-dialog.ts";
import { pretendConnection, watchRuns } from "../support/loading.ts";
import { PROJECT_ID } from "../support/mainnet-build.ts";
import { PRICE } from "../support/page.ts";

/** Bytes of code that runs before any interaction: loaded files and inline scripts. */
const BUDGET_BYTES = 66_000;

/** Limits for Connect, also if the provider's cloud doesn't answer. */
const CONNECT_REQUESTS = 3;
const CONNECT_BYTES = 91_000;

const NOT_FOR_LIST = /\/assets\/(kit-views|relay|ethers|purchase)-/;

/** The limit for code prefetched while the page is idle. */
const AHEAD_BYTES = 350_000;

const KIT = "api.web3modal.org";
const ETHERS_PROVIDER = "could not coalesce error";

function sourcesOf(requested: readonly string[], folder: string): Promise<string[]> {
  return Promise.all(
    requested
      .filter((pathname) => pathname.endsWith(".js"))
      .map((pathname) => readFile(path.join(folder, pathname), "utf8")),
  );
}

/** The hash in a chunk's name. Different hashes change the compressed size by up to 200 B. */
const NAME_HASH = /-[\w-]{8}\.js/g;

function brotliBytes(sources: readonly string[]): number {
  return sources
    .map((source) => brotliCompressSync(source.replaceAll(NAME_HASH, "-00000000.js")).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

async function inlineScriptsOf(folder: string): Promise<string[]> {
  const html = await readFile(path.join(folder, "index.html"), "utf8");
  const scripts = html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs);
  return Array.from(scripts, ([, attributes = "", text = ""]) =>
    attributes.includes('type="importmap"') ? "" : text,
  ).filter((text) => text !== "");
}

test("runs at most 66 kB of JavaScript (brotli) before any interaction, without kit and ethers; fetches 350 kB ahead, each file once, and runs the kit at the first sign of a visitor", async ({
  page,
  hosted: { url, requested },
  mainnet: { folder },
}) => {
  await pretendConnection(page);
  // On a busy machine, the page's wait of four seconds may end before the last fetch.
  await page.addInitScript(() => {
    const { setTimeout: set } = window;
    window.setTimeout = ((act: () => void, ms?: number) =>
      ms === 4_000 ? 0 : set(act, ms)) as typeof setTimeout;
  });
  const run = await watchRuns(page);
  // Chromium requests a prefetched file again, from its cache, before it compiles the file.
  const ahead = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") ahead.add(new URL(request.url()).pathname);
  });
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  const fetched = async () => (await sourcesOf([...ahead], folder)).join("\n");
  for (const late of [KIT, ETHERS_PROVIDER]) await expect.poll(fetched).toContain(late);
  await expect.poll(() => [...ahead].some((pathname) => pathname.includes("/relay-"))).toBe(true);

  const inline = await inlineScriptsOf(folder);
  expect(inline.some((script) => script.includes("earlyRead"))).toBe(true);
  const sources = [...(await sourcesOf(await run(), folder)), ...inline];
  const bytes = brotliBytes(sources);
  expect(bytes).toBeGreaterThan(10_000);
  expect(
    bytes,
    "bytes of the first load: make a part static HTML, or load it late (frontend/src/ui/lazy-part.tsx)",
  ).toBeLessThanOrEqual(BUDGET_BYTES);
  expect(sources.some((source) => source.includes(KIT))).toBe(false);
  expect(sources.some((source) => source.includes(ETHERS_PROVIDER))).toBe(false);

  const aheadBytes = brotliBytes(await sourcesOf([...ahead], folder));
  expect(aheadBytes).toBeGreaterThan(100_000);
  expect(aheadBytes).toBeLessThanOrEqual(AHEAD_BYTES);

  await expect(page.locator("w3m-modal")).not.toBeAttached();
  await createKitAhead(page);
  const scripts = requested.filter((file) => file.endsWith(".js"));
  expect(scripts).toEqual([...new Set(scripts)]);
});

test("confirms that sales are paused without ethers", async ({
  page,
  hosted: { url, requested },
  mainnet: { chain, folder },
}) => {
  await pretendConnection(page, { saveData: true });
  await (await chain.ticket.pause()).wait();
  await page.goto(url);
  await expect(page.getByText("Sales are paused.")).toBeVisible();
  const sources = await sourcesOf(requested, folder);
  expect(sources.some((source) => source.includes("endpointsDisagree"))).toBe(true);
  expect(sources.some((source) => source.includes(ETHERS_PROVIDER))).toBe(false);
});

test("needs at most three more requests and 91 kB (brotli) for the list of wallets, each file once", async ({
  page,
  mint,
  hosted: { url, requested, hold },
  mainnet: { folder },
}) => {
  await pretendConnection(page, { saveData: true });
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  const scripts = () => requested.filter((pathname) => pathname.endsWith(".js"));
  const first = scripts();
  const answer = hold(NOT_FOR_LIST);
  await mint.showWallets();
  await expect(
    page.locator("wui-icon[name=help] svg, wui-icon[name=helpCircle] svg"),
  ).toBeVisible();

  expect(scripts()).toEqual([...new Set(scripts())]);
  const later = scripts()
    .slice(first.length)
    .filter((file) => !NOT_FOR_LIST.test(file));
  const sources = await sourcesOf(later, folder);
  const bytes = brotliBytes(sources);
  expect(later.length).toBeLessThanOrEqual(CONNECT_REQUESTS);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(CONNECT_BYTES);

  answer();
  await expect.poll(() => scripts().some((file) => file.includes("/relay-"))).toBe(true);
  expect(scripts()).toEqual([...new Set(scripts())]);
});

test("[C-09] contains the bindings' interface, and neither the contract's bytecode nor the local test wallet", async ({
  mainnet,
}) => {
  const all = await textOf(mainnet.folder);
  for (const [text, contained] of [
    ["buyTicketWithAffiliate", true],
    ["IncorrectPayment", true],
    [Ticket__factory.bytecode.slice(2, 102), false],
    ["Local Test Wallet", false],
    ["localhost.test-wallet", false],
  ] as const) {
    expect(all.includes(text), text).toBe(contained);
  }
  // Negative control: the local wallet has these names.
  const local = await textOf(path.join(ROOT, "frontend/local"));
  expect(local).toContain("Local Test Wallet");
  expect(local).toContain("localhost.test-wallet");
});

test("has each place that a control of the wallet's rows breaks", async ({
  mainnetStack,
  copyStack,
}) => {
  const built = (await textOf(mainnetStack.folder)) + (await textOf(copyStack.folder));
  const ofWallet = Object.entries(CONTROLS).filter(([name]) => name.startsWith("W-"));
  expect(ofWallet.length).toBeGreaterThan(20);
  expect(ofWallet.filter(([, { find }]) => built.search(find) === -1)).toEqual([]);
});

test("is reproducible to the byte, whatever NODE_ENV the shell has", async ({
  mainnet,
}, testInfo) => {
  const again = testInfo.outputPath("again");
  await runToEnd("npm", ["run", "build", "--", "--mode", "mainnet", "--outDir", again], {
    VITE_REOWN_PROJECT_ID: PROJECT_ID,
    VITE_RPC_URLS: mainnet.rpc.url,
    VITE_TICKET_ADDRESS: await mainnet.chain.ticketAddress(),
    NODE_ENV: "development",
  });
  const hashes = await hashesOf(mainnet.folder);
  expect(hashes.length).toBeGreaterThan(5);
  expect(await hashesOf(again)).toEqual(hashes);
});

async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
  return new Map(
    await Promise.all(
      files.map(async (file) => [path.relative(folder, file), await readFile(file)] as const),
    ),
  );
}

const textOf = async (folder: string) => [...(await filesOf(folder)).values()].join("\n");

async function hashesOf(folder: string): Promise<string[]> {
  return Array.from(
    await filesOf(folder),
    ([name, content]) => `${name} ${createHash("sha256").update(content).digest("hex")}`,
  );
}
