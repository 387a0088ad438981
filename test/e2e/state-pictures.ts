import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, devices } from "@playwright/test";
import { buildGallery } from "../../frontend/gallery/build.ts";
import { CloudApi } from "../../frontend/kit/doubles/cloud-api.ts";
import { browserLaunchOptions } from "../../scripts/dev/browser.ts";
import { serveStatic } from "../support/static-server.ts";
import { openGallery } from "./support/gallery-page.ts";
import { PROJECT_ID, serveMainnetBuild } from "./support/mainnet-build.ts";
import { startChain } from "./support/node.ts";

/**
 * Writes docs/states.jpg and docs/phone-dialog.jpg. Run `npm run state-pictures` after a change to
 * the page's look or words. `STATE_PICTURES=1` makes `states.spec.ts` draw every state in each
 * colour scheme.
 */
const CAPTIONS = {
  "inactive-code": "Inactive code",
  "sold-out": "Sold out",
  "opens-later": "Paused, to open in some days",
  rejected: "Failed: rejected",
  "wrong-network": "Failed: wrong network, with the switch",
  "price-changed": "Failed: the price has changed",
  funds: "Failed: not enough funds",
  "network-silent": "Failed: no endpoint answers",
  "sending-late": "The wallet does not answer",
  "mining-unclear": "Endpoints don't confirm each other",
  reverted: "Failed on chain, with its transaction",
  done: "Done, 1 ticket",
};
const COLUMNS = 4;
const WIDTH = 360;
const GAP = 16;
const LARGEST_BYTES = 400_000;
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M0 0h40v40H0z" fill="#cfe0d6"/><path d="M9 13h20v16H9z" fill="#20553f"/></svg>`;
const ANY_ORIGIN = { "access-control-allow-origin": "*" };

// Text, because this project has no DOM types. Resolves once nothing has changed for several
// frames.
const SETTLED = `new Promise((resolve) => {
  let frames = 0;
  const observer = new MutationObserver(() => { frames = 0; });
  observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  const count = () => {
    if (++frames < 30) return void requestAnimationFrame(count);
    observer.disconnect();
    resolve();
  };
  count();
})`;

const browser = await chromium.launch(await browserLaunchOptions());
try {
  await write("docs/states.jpg", await takeSheet(browser));
  await write("docs/phone-dialog.jpg", await takeDialog(browser));
} finally {
  await browser.close();
}

async function write(file: string, picture: Buffer): Promise<void> {
  if (picture.byteLength > LARGEST_BYTES) throw new Error(`${file}: ${picture.byteLength} bytes`);
  await writeFile(file, picture);
  console.log(`${file} (${picture.byteLength} bytes) is taken.`);
}

async function takeSheet(browser: Browser): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), "state-pictures-"));
  await buildGallery(folder);
  const server = await serveStatic(folder);
  const gallery = await openGallery(browser, `${server.url}gallery.html`);
  const { page } = gallery;
  await page.setViewportSize({ width: WIDTH, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  const figures: string[] = [];
  for (const [name, caption] of Object.entries(CAPTIONS)) {
    await gallery.show(name);
    await page.evaluate(SETTLED);
    const picture = await page.locator(".card").screenshot({ animations: "disabled" });
    const source = `data:image/png;base64,${picture.toString("base64")}`;
    figures.push(`<figure><figcaption>${caption}</figcaption><img src="${source}"></figure>`);
  }
  await server.close();
  await rm(folder, { recursive: true });
  const sheet = await browser.newPage({
    viewport: { width: COLUMNS * (WIDTH + GAP) + GAP, height: 100 },
  });
  await sheet.setContent(
    `<!doctype html><style>body{margin:${GAP}px;columns:${COLUMNS};column-gap:${GAP}px;font:600 14px sans-serif}` +
      `figure{margin:0 0 ${GAP}px;break-inside:avoid}figcaption{margin-bottom:4px}img{display:block;max-width:100%}</style>` +
      figures.join(""),
  );
  return await sheet.screenshot({ fullPage: true, type: "jpeg", quality: 60 });
}

async function takeDialog(browser: Browser): Promise<Buffer> {
  const { chain, ticketAddress, stop } = await startChain(1);
  const build = await serveMainnetBuild({
    VITE_RPC_URLS: chain.url,
    VITE_TICKET_ADDRESS: ticketAddress,
  });
  const context = await browser.newContext({ ...devices["iPhone 13"], reducedMotion: "reduce" });
  const page = await context.newPage();
  await new CloudApi(PROJECT_ID).serve(page);
  await page.route(/get(Wallet|Asset)Image/, (route) =>
    route.fulfill({ body: ICON, contentType: "image/svg+xml", headers: ANY_ORIGIN }),
  );
  await page.goto(build.url);
  await page.getByText(/ETH$/).first().waitFor();
  await page.getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByText("All Wallets").waitFor();
  await page.evaluate(SETTLED);
  const picture = await page.screenshot({ type: "jpeg", quality: 70, scale: "css" });
  await context.close();
  await build.close();
  await stop();
  return picture;
}
