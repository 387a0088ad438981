import { describe, expect, it } from "vitest";
import type { Affiliate } from "./link.ts";
import { type Order, ownerOf, type ShownOrder, sellable } from "./order.ts";

const none: Affiliate = { kind: "none" };
const code: Affiliate = { kind: "code", code: "welcome5" };
const malformed: Affiliate = { kind: "malformed", shown: "x…" };

describe("an order", () => {
  it.each([none, code])("of which code and price are known can be sold: %o", (affiliate) => {
    const shown: ShownOrder = { quantity: 2, affiliate, payable: 100n };
    expect(sellable(shown)).toEqual(shown);
  });

  it.each<[string, ShownOrder]>([
    ["a malformed code", { quantity: 2, affiliate: malformed, payable: 100n }],
    ["no price yet", { quantity: 2, affiliate: none, payable: null }],
  ])("with %s can't be sold", (_, shown) => {
    expect(sellable(shown)).toBeNull();
  });

  it("for another address is sold to that address, and else to the buyer", () => {
    const shown: ShownOrder = { quantity: 2, affiliate: none, payable: 100n };
    const order = sellable({ ...shown, recipient: "0x12" });
    expect(order).toEqual({ ...shown, recipient: "0x12" });
    expect(order && ownerOf(order, "0x34")).toBe("0x12");
    expect(ownerOf({}, "0x34")).toBe("0x34");
  });

  it("with a malformed code is none for the compiler either, nor is one without a price", () => {
    const shown: ShownOrder = { quantity: 2, affiliate: malformed as Affiliate, payable: 100n };
    // @ts-expect-error a malformed code is not sold
    const withCode: Order = { ...shown, payable: 100n };
    // @ts-expect-error an unknown price is not sold
    const withPrice: Order = { ...shown, affiliate: code };
    expect([withCode.affiliate, withPrice.payable]).toEqual([malformed, 100n]);
  });
});
