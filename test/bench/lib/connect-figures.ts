import type { Browser } from "@playwright/test";
import type { StaticServer } from "../../support/static-server.ts";
import { ANNOUNCE_WALLET, WALLET_NAME } from "./announced-wallet.ts";
import { PAINTED, type Place, press, slowPage } from "./slow-phone.ts";

export interface ConnectFigures {
  /** Milliseconds until the wallet in the list is clickable; each journey has its own start. */
  readonly list: number;
  /** Compressed bytes from the page's host until the wallet is clickable, and before the click. */
  readonly bytes: number;
  readonly bytesBefore: number;
}

export async function connectAtOnce(
  browser: Browser,
  server: StaticServer,
): Promise<ConnectFigures> {
  const { context, page } = await slowPage(browser);
  await page.addInitScript({ content: `${ANNOUNCE_WALLET}; ${LOOK}; ${PRESS_AT_ONCE}` });
  const { length } = server.requested;
  let bytesBefore = 0;
  await page.exposeFunction("notePress", () => {
    bytesBefore = bytesSince(server, length);
  });
  await page.goto(server.url, { waitUntil: "commit" });
  const { list } = await page.evaluate<{ list: number }>("window.journey");
  const bytes = bytesSince(server, length);
  await context.close();
  return { list, bytes, bytesBefore };
}

/**
 * Measures `list` from the click.
 * @param scrolls whether the visitor scrolls halfway through; if not, the click is the first
 * interaction
 */
export async function connectAfterReading(
  browser: Browser,
  server: StaticServer,
  { ms, scrolls }: { readonly ms: number; readonly scrolls: boolean },
): Promise<ConnectFigures> {
  const { context, page, session } = await slowPage(browser);
  await page.addInitScript({ content: `${ANNOUNCE_WALLET}; ${LOOK}; ${PAINTED}; ${READ}` });
  const { length } = server.requested;
  await page.goto(server.url, { waitUntil: "commit" });
  if (scrolls) {
    await page.evaluate(`window.read(${ms / 2})`);
    const wheel = { type: "mouseWheel", x: 200, y: 300, deltaX: 0, deltaY: 40 } as const;
    await session.send("Input.dispatchMouseEvent", wheel);
  }
  const at = await page.evaluate<Place>(`window.read(${ms})`);
  const bytesBefore = bytesSince(server, length);
  await press(session, at);
  const { pressed, list } = await page.evaluate<{ pressed: number; list: number }>(
    "window.journey",
  );
  const bytes = bytesSince(server, length);
  await context.close();
  return { list: list - pressed, bytes, bytesBefore };
}

function bytesSince(server: StaticServer, length: number): number {
  return server.requested
    .slice(length)
    .map((url) => new URL(url, server.url).pathname)
    .map((pathname) => (pathname === "/" ? "/index.html" : pathname))
    .reduce((sum, file) => sum + server.sizeOf(file), 0);
}

/** `window.journey` resolves once the announced wallet is clickable and uncovered. */
const LOOK = `
  const roots = (root) =>
    [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : [])).concat(root);
  const around = (node) => {
    const chain = [];
    for (let one = node; one; one = one.assignedSlot ?? one.parentNode ?? one.host) chain.push(one);
    return chain;
  };
  const hit = (x, y) => {
    let found = null;
    for (let root = document; root; root = found?.shadowRoot) {
      const next = root.elementFromPoint(x, y);
      if (next === null || next === found) break;
      found = next;
    }
    return found;
  };
  const pressable = () => {
    for (const root of roots(document)) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        if (texts.currentNode.data.trim() !== ${JSON.stringify(WALLET_NAME)}) continue;
        const named = texts.currentNode.parentElement;
        const button = around(named).find((one) => one.localName === "button");
        if (button === undefined || button.disabled) continue;
        const { x, y, width, height } = named.getBoundingClientRect();
        if (width > 0 && height > 0 && around(hit(x + width / 2, y + height / 2)).includes(button)) return true;
      }
    }
    return false;
  };
  const connect = () => [...document.querySelectorAll("button")].find((one) => one.textContent === "Connect Wallet");
  let pressed, arrived;
  window.journey = new Promise((resolve) => { arrived = resolve; });
  const look = () => {
    if (!pressable()) return void requestAnimationFrame(look);
    arrived({ pressed, list: performance.now() });
  };
`;

const PRESS_AT_ONCE = `
  const wait = () => {
    const button = connect();
    const answers = button !== undefined && Object.keys(button).some((key) => key.startsWith("__reactProps"));
    if (!answers) return void requestAnimationFrame(wait);
    window.notePress();
    button.focus();
    button.click();
    look();
  };
  wait();
`;

const READ = `
  window.read = async (ms) => {
    const first = await painted;
    await new Promise((resolve) => setTimeout(resolve, first + ms - performance.now()));
    const { x, y, width, height } = connect().getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  addEventListener("pointerdown", ({ timeStamp }) => {
    pressed = timeStamp;
    look();
  }, { capture: true, once: true });
`;
