import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const CYCLES = Number(process.env.CYCLES ?? 6);
/** Opens the dialog a few times before it measures, because some code loads only once. */
const WARM_UP = 3;
/** A leaked dialog has 9 listeners and some 700 nodes. */
const LISTENERS_NOISE = 5;
/** Chromium frees a part of the last dialog late: 68 nodes after 6 cycles, none after 24. */
const NODES_NOISE = CYCLES * 20;
/**
 * Bytes that the engine's late compilation and the console may take. A leaked dialog takes 125 kB.
 */
const HEAP_NOISE = 2_000_000 + CYCLES * 20_000;

interface Size {
  readonly listeners: number;
  readonly nodes: number;
  readonly heap: number;
}

async function measure(session: CDPSession): Promise<Size> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return {
    listeners: value("JSEventListeners"),
    nodes: value("Nodes"),
    heap: value("JSHeapUsedSize"),
  };
}

async function expectNoGrowth(page: Page, cycle: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.enable");
  for (let i = 0; i < WARM_UP; i += 1) await cycle();
  const before = await measure(session);
  for (let i = 0; i < CYCLES; i += 1) await cycle();
  await expect
    .poll(async () => {
      const { listeners, nodes, heap } = await measure(session);
      return {
        listeners: listeners <= before.listeners + LISTENERS_NOISE,
        nodes: nodes <= before.nodes + NODES_NOISE,
        heap: heap <= before.heap + HEAP_NOISE,
      };
    })
    .toEqual({ listeners: true, nodes: true, heap: true });
}

test.beforeEach(async ({ page }) => {
  test.setTimeout(60_000 + CYCLES * 5_000);
  await page.route(/web3modal|walletconnect|reown/, (route) => route.abort("connectionrefused"));
  await page.routeWebSocket(/^wss:\/\/relay\./, () => undefined);
});

test("does not grow when a wallet connects and disconnects", async ({ page, visit }) => {
  const { wallet, mint } = await visit();
  await expectNoGrowth(page, async () => {
    await mint.connectWith(wallet.name);
    await expect(page.getByText(wallet.address)).toBeVisible();
    await mint.disconnect();
    await expect(mint.connect).toBeVisible();
    await expect(mint.dialog).toBeHidden();
  });
});
