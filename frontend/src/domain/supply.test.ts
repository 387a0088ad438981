// @vitest-environment node
import { describe, expect, it } from "vitest";
import { COLLECTION_SIZE, isProgressShown, remainingTickets } from "./supply.ts";

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
