import { describe, expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import { discounted } from "../../../../test/support/collection.ts";
import {
  discountOf,
  formatMoney,
  formatPercent,
  formatPrice,
  PRICE_PLACEHOLDER,
  type Quote,
  scaleQuote,
} from "./price.ts";

const ETHER = 10n ** 18n;
const MAX = BigInt(collection.maxPerPurchase);

describe("formatPrice", () => {
  it.each([
    [ETHER, "1.000000"],
    [ETHER / 20n, "0.050000"],
    [47_500_000_000_000_000n, "0.047500"],
    [20_000_000_000_000n, "0.000020"],
    [19_000_000_000_000n, "0.000019"],
    [50_000n * ETHER, "50000.000000"],
    [123_456_789n * 10n ** 12n, "123.456789"],
    // A double can't hold this.
    [9_007_199_254_740_993n * 10n ** 12n, "9007199254.740993"],
    [1_999_999_999_999n, "0.000001"],
    [999_999_999_999n, "0.000000"],
    [ETHER - 1n, "0.999999"],
    [0n, PRICE_PLACEHOLDER],
  ])("shows %d wei with six decimals, and never rounds up: %s", (wei, text) => {
    expect(formatPrice(wei)).toBe(text);
  });

  it("is exact for every valid ticket price, with and without discount, in any quantity", () => {
    for (const steps of [1n, 3n, 2_500n, 9_999n, 123_457n, 50_000_000n]) {
      const one = steps * collection.priceStep;
      for (let quantity = 1n; quantity <= MAX; quantity += 1n) {
        for (const wei of [one * quantity, discounted(one * quantity)]) {
          const [whole = "", decimals = ""] = formatPrice(wei).split(".");
          expect(BigInt(whole) * ETHER + BigInt(decimals) * 10n ** 12n).toBe(wei);
        }
      }
    }
  });
});

describe("formatMoney", () => {
  it.each(["ETH", "POL"])("names the currency after the amount: %s", (symbol) => {
    expect(formatMoney(ETHER / 20n, symbol)).toBe(`0.050000 ${symbol}`);
    // The placeholder of P-27.
    expect(formatMoney(0n, symbol)).toBe(`0.0000 ${symbol}`);
  });
});

describe("discountOf", () => {
  it.each([
    [ETHER, ETHER, null],
    [0n, 0n, null],
    [ETHER, (ETHER * 88n) / 100n, "12%"],
    [3n * ETHER, (3n * ETHER * 875n) / 1000n, "12.5%"],
    // Must not round up, because that would overstate the discount.
    [3n, 2n, "33.33%"],
    [ETHER, 1n, "99.99%"],
  ])("of %d wei, of which %d are paid: %s", (normal, payable, discount) => {
    expect(discountOf({ quantity: 1, normal, payable })).toBe(discount);
  });

  it("of a valid price is the collection's, in any quantity", () => {
    for (let quantity = 1n; quantity <= MAX; quantity += 1n) {
      const normal = 3n * collection.priceStep * quantity;
      expect(discountOf({ quantity: Number(quantity), normal, payable: discounted(normal) })).toBe(
        formatPercent(collection.discountPercent),
      );
    }
  });
});

describe("scaleQuote", () => {
  it("is what the contract would answer, up to the most and down again", () => {
    const one = 3n * collection.priceStep;
    const quoteFor = (quantity: number): Quote => ({
      quantity,
      normal: one * BigInt(quantity),
      payable: discounted(one * BigInt(quantity)),
    });
    for (let from = 1; from <= MAX; from += 1) {
      for (let to = 1; to <= MAX; to += 1) {
        expect(scaleQuote(quoteFor(from), to)).toEqual(quoteFor(to));
      }
    }
  });
});
