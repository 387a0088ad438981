// @vitest-environment node
import { describe, expect, it } from "vitest";
import { availabilityOf, COLLECTION_SIZE, isProgressShown, remainingTickets } from "./supply.ts";

describe("isProgressShown", () => {
  it.each([
    [0n, false],
    [500n, false],
    [501n, true],
    [5000n, true],
  ])("after %d tickets: %s", (totalSupply, shown) => {
    expect(isProgressShown(totalSupply)).toBe(shown);
  });
});

describe("remainingTickets", () => {
  it.each([
    [0n, 5000n],
    [4999n, 1n],
    [5000n, 0n],
    // No contract of ours says so; a page that counts below zero would be worse than one that says sold out.
    [5001n, 0n],
  ])("after %d tickets leaves %d", (totalSupply, remaining) => {
    expect(remainingTickets(totalSupply)).toBe(remaining);
  });

  it("counts from a collection of 5000", () => {
    expect(COLLECTION_SIZE).toBe(5000n);
  });
});

describe("availabilityOf", () => {
  it("a sale that was not read is open", () => {
    expect(availabilityOf(null)).toEqual({ kind: "open", max: 50 });
  });

  it.each([
    [0n, false, { kind: "open", max: 50 }],
    [4950n, false, { kind: "open", max: 50 }],
    [4951n, false, { kind: "open", max: 49 }],
    [4999n, false, { kind: "open", max: 1 }],
    [5000n, false, { kind: "soldOut", max: 0 }],
    [5001n, false, { kind: "soldOut", max: 0 }],
    [0n, true, { kind: "paused", max: 50 }],
    [4999n, true, { kind: "paused", max: 1 }],
    // Pausing is not what a visitor of a sold-out sale has to know.
    [5000n, true, { kind: "soldOut", max: 0 }],
  ] as const)("after %d tickets, paused %s", (totalSupply, paused, availability) => {
    expect(availabilityOf({ totalSupply, paused })).toEqual(availability);
  });
});
