import { describe, expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import { availabilityOf, availabilityWords, isProgressShown, remainingTickets } from "./supply.ts";

const SIZE = BigInt(collection.size);
const MAX: number = collection.maxPerPurchase;
const THRESHOLD = BigInt(collection.progressShownAbove);

describe("isProgressShown", () => {
  it.each([
    [0n, false],
    [THRESHOLD, false],
    [THRESHOLD + 1n, true],
    [SIZE, true],
  ])("after %d tickets: %s", (totalSupply, shown) => {
    expect(isProgressShown(totalSupply)).toBe(shown);
  });
});

describe("remainingTickets", () => {
  it.each([
    [0n, SIZE],
    [SIZE - 1n, 1n],
    [SIZE, 0n],
    // The contract never returns this, but the page must not show a negative count.
    [SIZE + 1n, 0n],
  ])("after %d tickets leaves %d", (totalSupply, remaining) => {
    expect(remainingTickets(totalSupply)).toBe(remaining);
  });
});

describe("availabilityOf", () => {
  it("a sale that was not read is open", () => {
    expect(availabilityOf(null)).toEqual({ kind: "open", max: MAX, bound: "purchase" });
  });

  it.each([
    [0n, false, { kind: "open", max: MAX, bound: "purchase" }],
    [SIZE - BigInt(MAX), false, { kind: "open", max: MAX, bound: "purchase" }],
    [SIZE - BigInt(MAX) + 1n, false, { kind: "open", max: MAX - 1, bound: "left" }],
    [SIZE - 1n, false, { kind: "open", max: 1, bound: "left" }],
    [SIZE, false, { kind: "soldOut", max: 0, bound: "left" }],
    [SIZE + 1n, false, { kind: "soldOut", max: 0, bound: "left" }],
    [0n, true, { kind: "paused", max: MAX, bound: "purchase" }],
    [SIZE - 1n, true, { kind: "paused", max: 1, bound: "left" }],
    // The page shows "sold out" rather than "paused".
    [SIZE, true, { kind: "soldOut", max: 0, bound: "left" }],
  ] as const)("after %d tickets, paused %s", (totalSupply, paused, availability) => {
    expect(availabilityOf({ totalSupply, paused })).toEqual(availability);
  });
});

it.each([
  ["purchase", 2, "Up to 2 in one purchase."],
  ["left", 2, "Only 2 tickets left"],
  ["left", 1, "Only 1 ticket left"],
] as const)("bounded by %s, says of %d tickets: %s", (bound, max, words) => {
  expect(availabilityWords({ kind: "open", max, bound })).toBe(words);
});
