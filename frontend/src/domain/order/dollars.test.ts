import { parseEther } from "ethers";
import { describe, expect, it } from "vitest";
import { aboutDollars } from "../words/dollar-words.ts";
import { centsOf } from "./dollars.ts";

/** 2,500 US dollars. */
const RATE = 250_000_000_000n;

describe("wei in cents", () => {
  it.each([
    ["0.05", RATE, 12_500n],
    ["1", 234_567_891_234n, 234_568n],
    ["0", RATE, 0n],
    // Half a cent is 0.000002 ether at this rate.
    ["0.000002", RATE, 1n],
    ["0.000001999999999999", RATE, 0n],
    ["0.000005999999999999", RATE, 1n],
    ["0.000006", RATE, 2n],
    // A floating-point number can't hold these values.
    ["5000000000.000002", 10n ** 8n, 500_000_000_000n],
    ["1000000000000.01", 10n ** 14n, 100_000_000_000_001_000_000n],
  ])("%s ether at a rate of %s are rounded to the nearest: %s", (ether, rate, cents) => {
    expect(centsOf(parseEther(ether), rate)).toBe(cents);
  });
});

describe("dollars in words", () => {
  it.each([
    ["0.05", "about $125.00"],
    ["0.0475", "about $118.75"],
    ["2.5", "about $6,250.00"],
    ["0.00002", "about $0.05"],
    ["0.000001", "less than $0.01"],
    ["5000000000000000.01", "about $12,500,000,000,000,000,025.00"],
  ])("%s ether are %s", (ether, words) => {
    expect(aboutDollars(parseEther(ether), undefined, RATE)).toBe(words);
  });

  it.each([
    ["0.000168", "about $125.00 + $0.42 fee"],
    ["0.00827664", "about $125.00 + $20.69 fee"],
    ["0.000002", "about $125.00 + $0.01 fee"],
    ["0.000001", "about $125.00 + under $0.01 fee"],
    ["0", "about $125.00 + under $0.01 fee"],
  ])("a fee of %s ether is told beside the price: %s", (fee, words) => {
    expect(aboutDollars(parseEther("0.05"), parseEther(fee), RATE)).toBe(words);
  });
});
