import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { ANNOUNCE_WALLET, WALLET_NAME } from "./announced-wallet.ts";
import { askNode, type BenchEndpoint } from "./bench-endpoint.ts";
import { fastPage } from "./slow-phone.ts";

/** Milliseconds before the click. The page refreshes all its data in this time. */
const LOOKED_AT_MS = 3_000;

/**
 * The wallet's endpoint is as slow as the page's. Its user rejects the purchase.
 * @returns milliseconds from the click until the page calls the wallet
 */
export async function measureMint(
  browser: Browser,
  url: string,
  node: string,
  endpoints: readonly BenchEndpoint[],
  { delayMs, preflightKept }: Pick<BenchEndpoint, "delayMs" | "preflightKept">,
): Promise<number> {
  for (const endpoint of endpoints) Object.assign(endpoint, { delayMs, preflightKept });
  const { context, page } = await fastPage(browser);
  await page.exposeFunction("askNode", async (asked: { method: string; params?: unknown[] }) => {
    const { params = [], method } = asked;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const [answer] = await Promise.all([askNode(node, body), pause(delayMs)]);
    return JSON.parse(answer).result;
  });
  await page.addInitScript({ content: `${WALLET_WITH_A_NODE}; ${ANNOUNCE_WALLET}; ${PRESS}` });
  await page.goto(url);
  await page.getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByText(WALLET_NAME).first().click();
  const mint = page.getByRole("button", { name: "Mint", exact: true });
  await mint.click({ trial: true });
  await pause(LOOKED_AT_MS);

  await mint.click();
  const asked = await page.evaluate<number>("window.asked");
  await context.close();
  for (const endpoint of endpoints) Object.assign(endpoint, { delayMs: 0, preflightKept: true });
  return asked;
}

const WALLET_WITH_A_NODE = `
  let sent;
  const asked = new Promise((resolve) => { sent = resolve; });
  window.askWallet = async (request) => {
    if (request.method !== "eth_sendTransaction") return await window.askNode(request);
    sent(performance.now());
    throw Object.assign(new Error("User rejected the request."), { code: 4001 });
  };
`;

const PRESS = `
  let pressed;
  addEventListener("pointerdown", ({ timeStamp }) => { pressed = timeStamp; }, true);
  window.asked = asked.then((at) => at - pressed);
`;
