// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { networks } from "../../../../networks.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import type { Intent } from "../purchases/purchase-journal.ts";
import { isBought, PurchaseHistory } from "./PurchaseHistory.tsx";

const HASH = `0x${"ab".repeat(32)}`;
const FRIEND = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

const bought = (id: string, day: number, order: object = {}): Intent => ({
  id,
  askedAt: Date.UTC(2026, 10, day, 12),
  pending: pendingPurchase({ order: { ...pendingPurchase().order, ...order } }),
  found: HASH,
  setAside: false,
  settled: "certain",
});

it("lists what was bought, newest first, with the day and the transaction", () => {
  const purchases = [
    bought("1", 24, { quantity: 1 }),
    bought("2", 25, { quantity: 2, recipient: FRIEND }),
  ];
  render(<PurchaseHistory purchases={purchases} network={networks.base} />);
  fireEvent.click(screen.getByText("Purchases from this browser (2)"));
  expect(
    screen.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent),
  ).toEqual([
    `Ordered 25 November 2026: 2 tickets for ${FRIEND}`,
    "Ordered 24 November 2026: 1 ticket",
  ]);
  for (const link of screen.getAllByRole("link", { name: "View on Basescan" })) {
    expect(link).toHaveAttribute("href", `https://basescan.org/tx/${HASH}`);
  }
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it.each<[string, Partial<Intent>]>([
  ["was refused", { settled: "refused" }],
  ["was dismissed", { settled: "dismissed" }],
  ["bought nothing", { found: null }],
  ["can still be taken back", { settled: null }],
])("has no purchase that %s", (_, part) => {
  expect(isBought(bought("1", 24))).toBe(true);
  expect(isBought({ ...bought("1", 24), ...part })).toBe(false);
});
