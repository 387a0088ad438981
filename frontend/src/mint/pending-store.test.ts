import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PendingPurchase } from "../domain/sale.ts";
import { pendingKey } from "./pending-key.ts";
import { createPendingStore } from "./pending-store.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

const pending: PendingPurchase = {
  transactionHash: `0x${"ab".repeat(32)}`,
  buyer: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  order: { quantity: 2, affiliateCode: "welcome5", payable: 95_000_000_000_000_000n },
  sinceBlock: 7,
  byContract: false,
};

/** As it is stored, with one part changed. */
function stored(changed: object): string {
  const order = { ...pending.order, payable: pending.order.payable.toString() };
  return JSON.stringify({ ...pending, order, ...changed });
}

const store = () => createPendingStore(pendingKey(1, TICKET));

beforeEach(() => {
  localStorage.clear();
});

describe("the pending purchase", () => {
  it("is there again after a reload, to the wei", () => {
    store().save(pending);
    expect(store().load()).toEqual(pending);
  });

  it("is forgotten when it is cleared", () => {
    store().save(pending);
    store().clear();
    expect(store().load()).toBeNull();
  });

  it("belongs to one chain and one contract", () => {
    store().save(pending);
    expect(createPendingStore(pendingKey(8453, TICKET)).load()).toBeNull();
    expect(createPendingStore(pendingKey(1, pending.buyer)).load()).toBeNull();
    expect(createPendingStore(pendingKey(1, TICKET.toLowerCase())).load()).toEqual(pending);
  });

  it.each<[string, unknown]>([
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["another shape", "{}"],
    ["a hash that is none", stored({ transactionHash: "<b>" })],
    ["a price that is none", stored({ order: { ...pending.order, payable: "1e5" } })],
    [
      "a quantity that is none",
      stored({ order: { ...pending.order, quantity: -1, payable: "1" } }),
    ],
  ])("is not taken from %s", (_, text) => {
    store().save(pending);
    const [key] = Object.keys(localStorage);
    localStorage.setItem(String(key), String(text));
    expect(store().load()).toBeNull();
  });

  it("may be lost where storage is forbidden, and nothing else is", () => {
    const denied = () => {
      throw new DOMException("Denied", "SecurityError");
    };
    const spies = (["getItem", "setItem", "removeItem"] as const).map((method) =>
      vi.spyOn(Storage.prototype, method).mockImplementation(denied),
    );
    expect(() => store().save(pending)).not.toThrow();
    expect(store().load()).toBeNull();
    expect(() => store().clear()).not.toThrow();
    for (const spy of spies) spy.mockRestore();
  });
});
