import { describe, expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import {
  clampQuantity,
  DEFAULT_QUANTITY,
  MAX_QUANTITY,
  MIN_QUANTITY,
  typedQuantity,
} from "./quantity.ts";

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
    [0, 1],
    [-3, 1],
  ])("makes %d %d", (value, quantity) => {
    expect(clampQuantity(value)).toBe(quantity);
  });
});

describe("typedQuantity", () => {
  it.each([
    ["1", 1],
    [" 3\n", 3],
    ["0003", 3],
    [String(MAX), MAX],
    [String(MAX + 1), MAX],
    ["9".repeat(400), MAX],
  ])("takes %j as %d", (text, quantity) => {
    expect(typedQuantity(text)).toBe(quantity);
  });

  it.each([
    "",
    " ",
    "0",
    "000",
    "-3",
    "+3",
    "1.5",
    "1,5",
    "1.",
    ".5",
    "1e1",
    "0x1f",
    "1 2",
    "1_0",
    "NaN",
    "Infinity",
    "lots",
    "\u0663",
    "\uff13",
    "\u00b2",
  ])("takes %j for no number of tickets", (text) => {
    expect(typedQuantity(text)).toBeNull();
  });

  it("keeps to what is left", () => {
    expect(typedQuantity("4", 3)).toBe(3);
    expect(clampQuantity(MAX, 3)).toBe(3);
  });
});
