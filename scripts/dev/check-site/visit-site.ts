import { setTimeout as wait } from "node:timers/promises";
import { type BrowserContext, chromium, type Response } from "@playwright/test";
import { TaskError } from "../../tasks/cli/task.ts";
import { browserLaunchOptions } from "../browser.ts";
import type { Answer } from "./ask-host.ts";
import { inAnyOrder, siteVisitors, type Visitor } from "./site-visitors.ts";

export interface SiteVisits {
  readonly base: URL;
  /** Relative to the page. */
  readonly files: readonly string[];
  readonly codes: readonly string[];
  readonly insecure: boolean;
  /**
   * @param answer `null` if the browser got none
   * @returns whether the visit is complete
   */
  judge(visitor: string, url: URL, answer: Answer | null): boolean;
}

const WAIT_MS = 20_000;
const MOST_ASKS = 5;

export async function visitSite(visits: SiteVisits): Promise<number> {
  const usual = await browserLaunchOptions();
  // The sandbox protects this machine from a hostile page. Chromium refuses to use it as root.
  const chromiumSandbox = process.getuid?.() !== 0;
  const args = [
    ...(usual.args ?? []).filter((arg) => !chromiumSandbox || arg !== "--no-sandbox"),
    // Keeps all frames in one process, so one DevTools session sees their requests.
    "--disable-site-isolation-trials",
    // Blocks frames that load a host of this machine.
    `--ip-address-space-overrides=${visits.base.host}=public`,
    `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${visits.base.hostname}`,
  ];
  const launch = (...more: string[]) =>
    chromium.launch({ ...usual, args: [...args, ...more], chromiumSandbox }).catch(() => {
      throw new TaskError(
        "No sandboxed browser starts here. Set CHROMIUM_PATH to an installed Chromium or Chrome, run this in a container, or skip browsers with --no-browser.",
      );
    });
  const browsers = await Promise.all([launch(), launch("--disable-http2")]);
  try {
    const [major = ""] = browsers[0].version().split(".");
    const visitors = siteVisitors(visits.codes, major);
    for (const visitor of visitors) {
      const browser = browsers[visitor.oldProtocol ? 1 : 0];
      // Ignores the page's Content Security Policy, because it would block requests for some files.
      // The host can't notice that.
      const context = await browser.newContext({
        bypassCSP: true,
        ignoreHTTPSErrors: visits.insecure,
      });
      await visit(visits, context, visitor, major);
      await context.close();
    }
    return visitors.length;
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
}

async function visit(visits: SiteVisits, context: BrowserContext, visitor: Visitor, major: string) {
  const { base, files, judge } = visits;
  const address = new URL(visitor.query, base);
  if (visitor.otherScheme) address.protocol = base.protocol === "https:" ? "http:" : "https:";
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setUserAgentOverride", overrides(visitor, major));

  const reading = new Set<Promise<void>>();
  const unread = new Map<string, number>();
  let answers = 0;
  let isFooled = false;
  let leave = () => {};
  const fooled = new Promise<void>((resolve) => {
    leave = resolve;
  });
  context.on("response", (response) => {
    const url = new URL(response.url());
    if (url.hostname !== base.hostname) return;
    answers += 1;
    const read = answerOf(response).then(async (answer) => {
      // The browser must request some files again, because the first answers reach only its cache.
      const asks = answer.isUnread ? (unread.get(url.href) ?? 0) + 1 : MOST_ASKS;
      if (answer.isUnread) unread.set(url.href, asks);
      if (asks < MOST_ASKS) await page.evaluate(cached(url)).catch(() => {});
      else if (!answer.isDropped && !isFooled) isFooled = judge(visitor.name, url, answer);
      if (isFooled) leave();
      reading.delete(read);
    });
    reading.add(read);
  });

  const within = { timeout: WAIT_MS };
  const open = () => page.goto(address.href, { ...within, referer: visitor.referer });
  const steps: readonly (() => Promise<unknown>)[] = [
    () => open().then(() => bounded(page.evaluate(askForFiles(files, new URL(".", page.url()))))),
    open,
    () => page.reload(within),
    () => {
      const loaded = page.waitForEvent("load", within);
      return Promise.all([loaded, cdp.send("Page.reload", { ignoreCache: true })]);
    },
    () => page.goto(`data:text/html,<iframe src="${encodeURIComponent(address.href)}">`, within),
  ];
  for (const next of steps) {
    const before = answers;
    unread.clear();
    await Promise.race([next().catch(() => {}), fooled]);
    while (reading.size > 0) await Promise.all(reading);
    const isSilent = answers === before;
    if (isSilent && !visitor.otherScheme) judge(visitor.name, address, null);
    if (isSilent || isFooled) return;
  }
}

/** Hides from the host that a program drives the browser. */
function overrides({ userAgent, platform, languages }: Visitor, major: string) {
  const brands = Object.entries({ "Google Chrome": major, "Not_A Brand": "8", Chromium: major });
  const metadata = {
    brands: brands.map(([brand, version]) => ({ brand, version })),
    platformVersion: "",
    architecture: "",
    model: "",
    mobile: platform === "Android",
  };
  return {
    userAgent,
    acceptLanguage: languages,
    ...(platform !== null && { userAgentMetadata: { ...metadata, platform } }),
  };
}

async function answerOf(
  response: Response,
): Promise<Answer & { readonly isUnread: boolean; readonly isDropped: boolean }> {
  const status = response.status();
  const headers = new Map(Object.entries(await response.allHeaders().catch(() => ({}))));
  // A redirect has no body, and the check already saw the body of a 304.
  const hasBody = status < 300 || status >= 400;
  const body = hasBody ? await bounded(response.body()).catch(() => null) : null;
  const request = response.request();
  const failure = request.failure()?.errorText;
  const isPart = !request.isNavigationRequest();
  const isDropped =
    failure === "net::ERR_BLOCKED_BY_RESPONSE" || (failure === "net::ERR_ABORTED" && isPart);
  const isUnread = body === null && status === 200 && isPart && failure === undefined;
  return { status, headers, body, isUnread, isDropped };
}

function cached(url: URL): string {
  const copy = `fetch(${JSON.stringify(url.href)}, { cache: "force-cache" })`;
  return `${copy}.then((response) => response.arrayBuffer()).then(() => null)`;
}

function askForFiles(files: readonly string[], base: URL): string {
  const urls = inAnyOrder(files).map(
    (name) => new URL(name.split("/").map(encodeURIComponent).join("/"), base).href,
  );
  return `Promise.allSettled(${JSON.stringify([...urls, ""])}.map((url) => {
    if (!url.endsWith(".js")) return fetch(url).then((response) => response.arrayBuffer());
    const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href: url });
    document.head.append(link);
    return new Promise((resolve) => { link.onload = link.onerror = resolve; });
  })).then(() => null)`;
}

async function bounded<T>(work: Promise<T>): Promise<T | null> {
  return await Promise.race([work, wait(WAIT_MS, null, { ref: false })]);
}
