// @vitest-environment node
import { describe, expect, it } from "vitest";
import { clampQuantity, DEFAULT_QUANTITY, MAX_QUANTITY, MIN_QUANTITY } from "./quantity.ts";

describe("clampQuantity", () => {
  it("has the limits 1 and 50 and starts at 1", () => {
    expect([MIN_QUANTITY, MAX_QUANTITY, DEFAULT_QUANTITY]).toEqual([1, 50, 1]);
  });

  it.each([
    [1, 1],
    [2, 2],
    [49, 49],
    [50, 50],
    [51, 50],
    [1e300, 50],
    [Number.POSITIVE_INFINITY, 50],
    [0, 1],
    [-0, 1],
    [-3, 1],
    [Number.NEGATIVE_INFINITY, 1],
    [2.9, 2],
    [50.1, 50],
    [0.5, 1],
  ])("makes %d %d", (value, quantity) => {
    expect(clampQuantity(value)).toBe(quantity);
  });

  it("knows what is no number", () => {
    expect(clampQuantity(Number.NaN)).toBeNull();
  });
});
