// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { hasStored } from "../../platform/stored.ts";
import { purchaseKeys } from "./purchase-keys.ts";
import { createPurchaseStore, type StoredPurchase } from "./purchase-store.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const OTHER_TICKET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;

const keys = purchaseKeys(1, TICKET);
const purchase: StoredPurchase = {
  id: "1",
  mined: false,
  setAside: false,
  pending: pendingPurchase({
    order: {
      quantity: 2,
      affiliate: { kind: "code", code: "welcome5" },
      payable: 95_000_000_000_000_000n,
    },
    genesis: OTHER_HASH,
    nonce: 8,
  }),
};

const store = (used = keys) => createPurchaseStore(used);

/** As it is stored, with one part changed. */
function stored(changed: object, order: object = {}): string {
  const { pending, mined, setAside } = purchase;
  const { quantity, payable } = pending.order;
  return JSON.stringify({
    ...pending,
    mined,
    setAside,
    order: { quantity, affiliateCode: "welcome5", payable: payable.toString(), ...order },
    ...changed,
  });
}

beforeEach(() => {
  localStorage.clear();
});

describe("a purchase that has not settled", () => {
  it("is there again after a reload, to the wei", () => {
    expect(store().save(purchase)).toBe(true);
    expect(store().list()).toEqual([purchase]);
    expect(hasStored(keys.unsettled)).toBe(true);
  });

  it("is for the same address again, if it was for another than the buyer", () => {
    const { pending } = purchase;
    const gift = {
      ...purchase,
      pending: { ...pending, order: { ...pending.order, recipient: OTHER_TICKET } },
    };
    store().save(gift);
    expect(store().list()).toEqual([gift]);
  });

  it("stands beside others, oldest first", () => {
    const second: StoredPurchase = { ...purchase, id: "2", setAside: true };
    store().save(second);
    store().save(purchase);
    expect(store().list()).toEqual([purchase, second]);
  });

  it("is what was saved last", () => {
    store().save(purchase);
    store().save({ ...purchase, mined: true });
    expect(store().list()).toEqual([{ ...purchase, mined: true }]);
  });

  it("belongs to one chain and one contract", () => {
    store().save(purchase);
    expect(store(purchaseKeys(8453, TICKET)).list()).toEqual([]);
    expect(store(purchaseKeys(1, OTHER_TICKET)).list()).toEqual([]);
    expect(store(purchaseKeys(1, TICKET.toLowerCase())).list()).toEqual([purchase]);
  });

  it.each<[string, string]>([
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["another shape", "{}"],
    ["a hash that is markup", stored({ transactionHash: "<b>" })],
    ["a hash that is longer", stored({ transactionHash: `${HASH}ab` })],
    ["a hash after something else", stored({ transactionHash: `ab${HASH}` })],
    ["no buyer", stored({ buyer: undefined })],
    ["a buyer in a list", stored({ buyer: [TICKET] })],
    ["a buyer that is longer", stored({ buyer: `${TICKET}ab` })],
    ["a buyer after something else", stored({ buyer: `ab${TICKET}` })],
    ["a buyer that is none", stored({ buyer: "0x12" })],
    ["a recipient that is none", stored({}, { recipient: "vitalik.eth" })],
    ["a recipient in a list", stored({}, { recipient: [TICKET] })],
    ["a recipient that is null", stored({}, { recipient: null })],
    ["a block that is none", stored({ sinceBlock: "10" })],
    ["a block that is negative", stored({ sinceBlock: -1 })],
    ["more sold than there are", stored({ soldBefore: collection.size + 1 })],
    ["half a ticket sold", stored({ soldBefore: 0.5 })],
    ["a nonce that is none", stored({ nonce: "8" })],
    ["a first nonce that is none", stored({ nonceFrom: null })],
    ["a first block that is none", stored({ genesis: "0x12" })],
    ["another version's form", stored({ mined: undefined })],
    ["no word whether it was set aside", stored({ setAside: "no" })],
    ["no kind of buyer", stored({ byContract: "no" })],
    ["no tickets", stored({}, { quantity: 0 })],
    [
      "more tickets than one purchase can have",
      stored({}, { quantity: collection.maxPerPurchase + 1 }),
    ],
    ["a code that is none", stored({}, { affiliateCode: "Refund now!" })],
    ["a code with something before it", stored({}, { affiliateCode: "! welcome5" })],
    ["a code with something after it", stored({}, { affiliateCode: "welcome5 !" })],
    ["a code in a list", stored({}, { affiliateCode: ["welcome5"] })],
    ["a hash in a list", stored({ transactionHash: [HASH] })],
    ["a price that is none", stored({}, { payable: "1e5" })],
    ["a price that is a number", stored({}, { payable: 5 })],
  ])("is not taken from %s", (_, text) => {
    store().save(purchase);
    localStorage.setItem(`${keys.unsettled}1`, text);
    expect(store().list()).toEqual([]);
  });

  it("is taken from what differs from those in nothing else", () => {
    localStorage.setItem(`${keys.unsettled}1`, stored({}));
    expect(store().list()).toEqual([purchase]);
  });

  it.each<[string, Partial<StoredPurchase["pending"]>]>([
    [
      "one ticket without a code",
      { order: { quantity: 1, affiliate: { kind: "none" }, payable: 1n } },
    ],
    [
      "as many tickets as one purchase can have",
      { order: { quantity: collection.maxPerPurchase, affiliate: { kind: "none" }, payable: 1n } },
    ],
    ["an account's first transaction", { nonce: 0, nonceFrom: 0 }],
    ["a nonce that is not known", { nonce: null }],
    ["a first block that is not known", { genesis: null }],
    ["the first ticket", { soldBefore: 0 }],
    ["a sale that was sold out", { soldBefore: collection.size }],
  ])("is there again: %s", (_, changed) => {
    const bought = { ...purchase, pending: { ...purchase.pending, ...changed } };
    store().save(bought);
    expect(store().list()).toEqual([bought]);
  });

  it("is not taken from under another key", () => {
    localStorage.setItem("1", stored({}));
    localStorage.setItem(`x${keys.unsettled}1`, stored({}));
    expect(store().list()).toEqual([]);
  });
});

describe("a purchase that has settled", () => {
  it("is forgotten, but for its transactions", () => {
    store().save(purchase);
    store().settle("1", [HASH.toUpperCase().replace("0X", "0x"), OTHER_HASH]);
    expect(store().list()).toEqual([]);
    expect(hasStored(keys.unsettled)).toBe(false);
    expect(store().settledHashes("2")).toEqual([HASH, OTHER_HASH]);
  });

  it("is not another one to itself, when a second tab still follows it", () => {
    store().settle("1", [HASH]);
    store().settle("2", [OTHER_HASH]);
    expect(store().settledHashes("1")).toEqual([OTHER_HASH]);
  });

  it("is what was settled last", () => {
    store().settle("1", [HASH]);
    store().settle("1", [HASH, OTHER_HASH]);
    expect(store().settledHashes("2")).toEqual([HASH, OTHER_HASH]);
  });

  it("is one of the last fifty", () => {
    const hash = (index: number) => `0x${index.toString(16).padStart(64, "0")}`;
    for (let index = 0; index < 55; index += 1) store().settle(String(index), [hash(index)]);
    expect(store().settledHashes("")).toHaveLength(50);
    expect(store().settledHashes("").at(0)).toBe(hash(5));
    expect(store().settledHashes("").at(-1)).toBe(hash(54));
  });

  it.each([
    "{",
    "null",
    '{"0":"x"}',
    '["<b>", 7, null]',
    '[{"id":"1","hashes":["<b>"]}]',
    `[{"id":"1","hashes":["${HASH}","<b>"]}]`,
    `[{"id":1,"hashes":["${HASH}"]}]`,
    '[{"id":1,"hashes":[]}]',
    '[{"id":"1","hashes":"0x"}]',
  ])("is not taken from %s, which this page did not write", (text) => {
    localStorage.setItem(keys.settled, text);
    expect(store().settledHashes("2")).toEqual([]);
  });
});

describe("what another tab changes", () => {
  const change = (key: string | null) => window.dispatchEvent(new StorageEvent("storage", { key }));

  it("is told, until it is not asked for any more", () => {
    const onChange = vi.fn();
    const end = store().subscribe(onChange);
    change(`${keys.unsettled}7`);
    change(null);
    expect(onChange).toHaveBeenCalledTimes(2);
    change("theme");
    change(keys.settled);
    expect(onChange).toHaveBeenCalledTimes(2);
    end();
    change(`${keys.unsettled}8`);
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});

describe("a browser that keeps nothing", () => {
  it("says that the purchase is not remembered when its storage is full", () => {
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("Full", "QuotaExceededError");
    });
    expect(store().save(purchase)).toBe(false);
    full.mockRestore();
  });

  it("loses nothing else where storage is forbidden", () => {
    const denied = () => {
      throw new DOMException("Denied", "SecurityError");
    };
    const forbidden = vi.spyOn(globalThis, "localStorage", "get").mockImplementation(denied);
    expect(store().save(purchase)).toBe(false);
    expect(store().list()).toEqual([]);
    expect(store().settledHashes("2")).toEqual([]);
    expect(() => store().settle("1", [HASH])).not.toThrow();
    expect(hasStored(keys.unsettled)).toBe(false);
    forbidden.mockRestore();
  });
});

describe("a request that the wallet has not answered", () => {
  const { transactionHash: _, ...asked } = purchase.pending;
  const request = { id: "7", since: 1_900_000_000_000, asked };

  it("is there again after a reload, apart from purchases, until it is forgotten", () => {
    expect(store().request()).toBeNull();
    store().keepRequest(request);
    expect(store().request()).toEqual(request);
    expect(store(purchaseKeys(1, OTHER_TICKET)).request()).toBeNull();
    expect(store().list()).toEqual([]);
    store().forgetRequest();
    expect(store().request()).toBeNull();
    expect(hasStored("asked")).toBe(false);
  });

  it.each([
    ["no id", { id: 7 }],
    ["no time", { since: "now" }],
    ["no buyer", { buyer: "0x12" }],
    ["no order", { order: null }],
  ])("is not taken from what has %s", (_what, changed) => {
    store().keepRequest(request);
    const written = JSON.parse(localStorage.getItem(keys.asked) ?? "");
    localStorage.setItem(keys.asked, JSON.stringify({ ...written, ...changed }));
    expect(store().request()).toBeNull();
  });
});
