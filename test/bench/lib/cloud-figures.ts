import type { Browser } from "@playwright/test";
import { ANNOUNCE_WALLET, WALLET_ADDRESS, WALLET_NAME } from "./announced-wallet.ts";

export type Outage = "refused" | "silent";

const PATIENCE_MS = 60_000;

/** Time from the click on Connect to a connected wallet, while AppKit's servers are down. */
export async function measureOutage(
  browser: Browser,
  url: string,
  outage: Outage,
): Promise<{ readonly connected: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(/^https:/, (route) =>
    outage === "silent" ? undefined : route.abort("connectionrefused"),
  );
  await page.routeWebSocket(/^wss:/, (socket) => {
    if (outage === "refused") void socket.close();
  });
  await page.addInitScript({ content: ANNOUNCE_WALLET });
  await page.goto(url);
  await page.getByRole("button", { name: "Connect Wallet" }).waitFor();
  const connected = await page.evaluate<number>(CONNECT);
  await context.close();
  return { connected };
}

const CONNECT = `new Promise((resolve, reject) => {
  const find = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.localName === "wui-list-wallet" && element.name === ${JSON.stringify(WALLET_NAME)}) return element;
      const inside = element.shadowRoot === null ? null : find(element.shadowRoot);
      if (inside !== null) return inside;
    }
    return null;
  };
  const start = performance.now();
  const button = [...document.querySelectorAll("button")].find((one) => one.textContent === "Connect Wallet");
  button.focus();
  button.click();
  let chosen = false;
  const look = () => {
    const waited = performance.now() - start;
    if (document.querySelector("main").textContent.includes("${WALLET_ADDRESS}")) return resolve(waited);
    if (waited > ${PATIENCE_MS}) return reject(new Error("No wallet connected"));
    const row = chosen ? null : find(document);
    if (row !== null && row.getBoundingClientRect().height > 0) {
      chosen = true;
      row.click();
    }
    setTimeout(look, 20);
  };
  look();
})`;
