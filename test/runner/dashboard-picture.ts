import { chromium } from "@playwright/test";
import { toBeHex } from "ethers";
import { currencyOf } from "../../networks.ts";
import { browserLaunchOptions } from "../../scripts/dev/browser.ts";
import type { DashboardFigures } from "../../scripts/tasks/dashboard/dashboard-figures.ts";
import { dashboardPage } from "../../scripts/tasks/dashboard/dashboard-page.ts";
import { seededRandom } from "../support/random.ts";

/** Draws docs/dashboard.jpg. Run it after a change to the dashboard. */
const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 1, 12);
const DAYS = 9;
const PURCHASES = 1_400;
const QUANTITIES = [1, 1, 1, 1, 2, 2, 3, 4, 5, 10];
const PRICE = 50_000_000_000_000_000n;
const CODES = ["nightowl", "alice", "bob-5", "gallery-west", "meetup_berlin", "podcast", "mara"];

const random = seededRandom(2026);
const sales = Array.from({ length: PURCHASES }, (_, i) => {
  const tickets = QUANTITIES[Math.floor(random() * QUANTITIES.length)] ?? 1;
  const time = new Date(START + (i / PURCHASES) ** 2 * DAYS * 24 * HOUR);
  const code = CODES[Math.floor(random() ** 2 * (CODES.length + 3))] ?? null;
  return { time, code, tickets, paid: BigInt(tickets) * PRICE };
});

function sumOf(some: typeof sales) {
  return {
    purchases: some.length,
    tickets: some.reduce((sum, { tickets }) => sum + tickets, 0),
    paid: some.reduce((sum, { paid }) => sum + paid, 0n),
  };
}

const all = sumOf(sales);
const step = 6 * HOUR;
const withdrawals = [4, 8].map((day, i) => ({
  time: new Date(START + day * 24 * HOUR),
  to: toBeHex(0x7ea5, 20),
  amount: BigInt(40 + 20 * i) * 10n ** 18n,
  transactionHash: toBeHex(day, 32),
}));
const figures: DashboardFigures = {
  network: "mainnet",
  address: toBeHex(0x71c6e7, 20),
  currency: currencyOf(1),
  block: 23_812_004,
  time: new Date(START + (DAYS + 1) * 24 * HOUR),
  sold: all.tickets,
  sales: {
    all,
    withoutCode: sumOf(sales.filter(({ code }) => code === null)),
    affiliates: CODES.map((code) => ({
      code,
      name: "",
      active: true,
      ...sumOf(sales.filter((one) => one.code === code)),
    })),
    intervals: Array.from({ length: (DAYS * 24 * HOUR) / step }, (_, i) => {
      const [from, to] = [new Date(START + i * step), new Date(START + (i + 1) * step)];
      return { from, to, ...sumOf(sales.filter(({ time }) => time >= from && time < to)) };
    }),
    byQuantity: [...new Set(QUANTITIES)].map((quantity) => ({
      quantity,
      ...sumOf(sales.filter(({ tickets }) => tickets === quantity)),
    })),
    payments: sales,
  },
  missing: [],
  withdrawals,
  balance: all.paid - withdrawals.reduce((sum, { amount }) => sum + amount, 0n),
  holders: sales.map(({ tickets }, i) => ({ address: toBeHex(i, 20), tickets })),
};

const browser = await chromium.launch(await browserLaunchOptions());
const page = await browser.newPage({ viewport: { width: 760, height: 1_040 } });
await page.setContent(dashboardPage(figures));
await page.screenshot({ path: "docs/dashboard.jpg", type: "jpeg", quality: 72 });
await browser.close();
