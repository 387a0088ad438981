import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import type { StaticServer } from "../../../support/static-server.ts";

/** Lighthouse's "Slow 4G", applied to every request, and a processor four times slower. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const WALLET = "Careful Wallet";

export interface LoadFigures {
  readonly requests: number;
  /** Transfer sizes of everything that is loaded, and of the scripts. */
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly lcp: number;
  readonly cls: number;
}

export interface ConnectFigures {
  /** From navigation, with Connect pressed as soon as it responds. */
  readonly list: number;
  readonly pressed: number;
  /** From the press to our own placeholder; `null` for a page without one. */
  readonly placeholder: number | null;
}

/** What a visitor waits for who presses nothing. */
export async function measureLoad(browser: Browser, server: StaticServer): Promise<LoadFigures> {
  const { context, page } = await slowPage(browser);
  const paths: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().startsWith(server.url)) paths.push(new URL(request.url()).pathname);
  });
  await page.addInitScript({ content: OBSERVE });
  await page.goto(server.url, { waitUntil: "networkidle" });
  const { lcp, cls } = (await page.evaluate("window.figures")) as { lcp: number; cls: number };
  await context.close();
  const files = paths.map((pathname) => (pathname === "/" ? "/index.html" : pathname));
  const sum = (some: readonly string[]) =>
    some.reduce((total, file) => total + server.sizeOf(file), 0);
  return {
    requests: files.length,
    bytes: sum(files),
    scriptBytes: sum(files.filter((file) => file.endsWith(".js"))),
    lcp,
    cls,
  };
}

/** The time until a visitor can choose a wallet. */
export async function measureConnect(
  browser: Browser,
  server: StaticServer,
): Promise<ConnectFigures> {
  const { context, page } = await slowPage(browser);
  let report: (figures: ConnectFigures) => void = () => undefined;
  const measured = new Promise<ConnectFigures>((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error("No list of wallets")), 60_000);
    report = (figures) => {
      clearTimeout(patience);
      resolve(figures);
    };
  });
  await page.exposeFunction("reportFigures", report);
  await page.addInitScript({ content: PRESS });
  await page.goto(server.url, { waitUntil: "commit" });
  const figures = await measured;
  await context.close();
  return figures;
}

async function slowPage(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  await session.send("Network.enable");
  // The page and the chain are local, without TLS, so this blocks only the kit's cloud.
  await session.send("Network.setBlockedURLs", { urls: ["https://*", "wss://*"] });
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return { context, page };
}

// Code for the page is text, since this project has no DOM types.

const OBSERVE = `
  window.figures = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.figures.lcp = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.figures.cls += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
`;

/** Announces a wallet, presses Connect when React listens, and waits for that wallet in the kit's dialog. */
const PRESS = `
  window.figures = { placeholder: null };
  const info = {
    uuid: "00000000-0000-4000-8000-000000000000",
    name: ${JSON.stringify(WALLET)},
    icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
    rdns: "bench.careful-wallet",
  };
  const provider = { request: async () => null, on() {}, removeListener() {} };
  const detail = Object.freeze({ info, provider });
  const tell = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  addEventListener("eip6963:requestProvider", tell);

  const listed = (root) =>
    [...root.querySelectorAll("*")].some(
      (element) =>
        (element.localName === "wui-list-wallet" && element.name === info.name &&
          element.getBoundingClientRect().height > 0) ||
        (element.shadowRoot !== null && listed(element.shadowRoot)),
    );
  const look = () => {
    const button = document.querySelector(".wallet .button-primary");
    if (window.figures.pressed === undefined) {
      const answers = button !== null && Object.keys(button).some((key) => key.startsWith("__reactProps"));
      if (answers) {
        window.figures.pressed = performance.now();
        new MutationObserver((_, observer) => {
          if (document.querySelector("dialog[open]") === null) return;
          observer.disconnect();
          window.figures.placeholder = performance.now() - window.figures.pressed;
        }).observe(document, { attributes: true, childList: true, subtree: true });
        button.focus();
        button.click();
      }
    } else {
      const modal = document.querySelector("w3m-modal");
      if (modal?.shadowRoot && listed(modal.shadowRoot)) {
        window.figures.list = performance.now();
        window.reportFigures(window.figures);
        return;
      }
    }
    setTimeout(look, 20);
  };
  look();
`;
