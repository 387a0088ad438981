// @vitest-environment node
import { describe, expect, it } from "vitest";
import * as collection from "../../../collection.ts";
import { clampQuantity, DEFAULT_QUANTITY, MAX_QUANTITY, MIN_QUANTITY } from "./quantity.ts";

const MAX: number = collection.maxPerPurchase;

describe("clampQuantity", () => {
  it("has the limits 1 and what one purchase can have, and starts at 1", () => {
    expect([MIN_QUANTITY, MAX_QUANTITY, DEFAULT_QUANTITY]).toEqual([1, MAX, 1]);
  });

  it.each([
    [1, 1],
    [2, 2],
    [MAX - 1, MAX - 1],
    [MAX, MAX],
    [MAX + 1, MAX],
    [1e300, MAX],
    [Number.POSITIVE_INFINITY, MAX],
    [0, 1],
    [-0, 1],
    [-3, 1],
    [Number.NEGATIVE_INFINITY, 1],
    [2.9, 2],
    [MAX + 0.1, MAX],
    [0.5, 1],
  ])("makes %d %d", (value, quantity) => {
    expect(clampQuantity(value)).toBe(quantity);
  });

  it("knows what is no number", () => {
    expect(clampQuantity(Number.NaN)).toBeNull();
  });
});
