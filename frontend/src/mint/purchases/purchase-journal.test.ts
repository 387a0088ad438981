// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { codePattern, maxPerPurchase, size } from "../../../../collection.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { hasStored } from "../../platform/stored.ts";
import {
  createPurchaseJournal,
  type Intent,
  type IntentChange,
  learnt,
} from "./purchase-journal.ts";
import { unsettledKey } from "./unsettled-key.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const OTHER_TICKET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;

const KEY = unsettledKey(1, TICKET);
const purchase: Intent = {
  id: "1",
  askedAt: 1_900_000_000_000,
  found: null,
  setAside: false,
  settled: null,
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

const withoutCode = { quantity: 1, affiliate: { kind: "none" }, payable: 1n } as const;

const store = (key = KEY) => createPurchaseJournal(key);

function stored(changed: object, order: object = {}): string {
  const { pending, id: _, ...rest } = purchase;
  const { quantity, payable } = pending.order;
  return JSON.stringify({
    ...pending,
    ...rest,
    order: { quantity, affiliateCode: "welcome5", payable: payable.toString(), ...order },
    ...changed,
  });
}

beforeEach(() => {
  localStorage.clear();
});

describe("a purchase that has not settled", () => {
  it("is there again after a reload, to the wei", () => {
    const journal = store();
    journal.open(purchase);
    expect(journal.keeps("1")).toBe(true);
    expect(store().list()).toEqual([purchase]);
    expect(hasStored(KEY)).toBe(true);
  });

  it("stands beside others, oldest first", () => {
    const second: Intent = { ...purchase, id: "2", setAside: true };
    store().open(second);
    store().open(purchase);
    expect(store().list()).toEqual([purchase, second]);
  });

  it("is there before its wallet has answered", () => {
    const asked = { ...purchase, pending: { ...purchase.pending, transactionHash: null } };
    store().open(asked);
    expect(store().list()).toEqual([asked]);
    expect(store().learn("1", { transactionHash: HASH })).toEqual(purchase);
    expect(store().list()).toEqual([purchase]);
  });

  it("belongs to one chain and one contract", () => {
    store().open(purchase);
    expect(store(unsettledKey(8453, TICKET)).list()).toEqual([]);
    expect(store(unsettledKey(1, OTHER_TICKET)).list()).toEqual([]);
    expect(store(unsettledKey(1, TICKET.toLowerCase())).list()).toEqual([purchase]);
  });

  const bad: Readonly<Record<string, readonly unknown[]>> = {
    transactionHash: ["<b>", `${HASH}ab`, `ab${HASH}`, [HASH]],
    buyer: [undefined, [TICKET], `${TICKET}ab`, `ab${TICKET}`, "0x12"],
    "order.recipient": ["vitalik.eth", [TICKET], null],
    sinceBlock: ["10", -1],
    soldBefore: [size + 1, 0.5],
    nonce: ["8"],
    nonceFrom: [null],
    genesis: ["0x12"],
    askedAt: ["now"],
    found: ["<b>"],
    settled: [true],
    setAside: ["no"],
    byContract: ["no"],
    "order.quantity": [0, maxPerPurchase + 1],
    "order.affiliateCode": ["Refund now!", "! welcome5", "welcome5 !", ["welcome5"]],
    "order.payable": ["1e5", 5],
  };
  const badRecords = Object.entries(bad).flatMap(([path, values]) => {
    const [field = "", inOrder] = path.split(".");
    return values.map((value) =>
      inOrder === undefined ? stored({ [field]: value }) : stored({}, { [inOrder]: value }),
    );
  });

  it.each(["{", "null", "[]", "{}", ...badRecords])("is not taken from %s", (text) => {
    localStorage.setItem(`${KEY}1`, stored({}));
    expect(store().list()).toEqual([purchase]);
    localStorage.setItem(`${KEY}1`, text);
    expect(store().list()).toEqual([]);
  });

  it("is taken with each code that `codePattern` takes in lower case", () => {
    const pattern = new RegExp(`^${codePattern}$`);
    const ascii = Array.from({ length: 128 }, (_, char) => String.fromCharCode(char));
    const lengths = Array.from({ length: 70 }, (_, length) => "a".repeat(length));
    const codes = [...ascii.flatMap((char) => [`${char}bc`, `ab${char}`]), ...lengths];
    const isTaken = (affiliateCode: string) => {
      localStorage.setItem(`${KEY}1`, stored({}, { affiliateCode }));
      return store().list().length === 1;
    };
    const isLower = (code: string) => code === code.toLowerCase();
    expect(codes.filter(isTaken)).toEqual(
      codes.filter((code) => pattern.test(code) && isLower(code)),
    );
  });

  it.each<[string, Partial<Intent["pending"]>]>([
    ["one ticket without a code", { order: withoutCode }],
    ["all that one purchase can have", { order: { ...withoutCode, quantity: maxPerPurchase } }],
    ["tickets for another owner", { order: { ...withoutCode, recipient: OTHER_TICKET } }],
    ["an account's first transaction", { nonce: 0, nonceFrom: 0 }],
    ["a nonce that is not known", { nonce: null }],
    ["a first block that is not known", { genesis: null }],
    ["the first ticket", { soldBefore: 0 }],
    ["a sale that was sold out", { soldBefore: size }],
  ])("is there again: %s", (_, changed) => {
    const bought = { ...purchase, pending: { ...purchase.pending, ...changed } };
    store().open(bought);
    expect(store().list()).toEqual([bought]);
  });

  it("is not taken from under another key", () => {
    localStorage.setItem("1", stored({}));
    localStorage.setItem(`x${KEY}1`, stored({}));
    expect(store().list()).toEqual([]);
  });
});

describe("what is learnt of a purchase", () => {
  const OTHERS = `0x${"ef".repeat(32)}`;
  const asked = { ...purchase.pending, transactionHash: null, nonce: null };
  const one: Intent = { ...purchase, pending: asked };
  const two: Intent = { ...one, id: "2" };
  const named = (intent: Intent, transactionHash: string): Intent => ({
    ...intent,
    pending: { ...intent.pending, transactionHash },
  });
  const proven = (intent: Intent): Intent => ({
    ...intent,
    pending: { ...intent.pending, nonce: 8 },
  });

  const byContract: Intent = { ...one, pending: { ...asked, byContract: true } };

  it("is kept, and nothing of it is unlearnt", () => {
    const journal = store();
    journal.open(one);
    journal.learn("1", { transactionHash: HASH });
    journal.learn("1", { transactionHash: OTHERS, nonce: 8 });
    journal.learn("1", { nonce: 9, setAside: true });
    journal.learn("1", { settled: "certain" });
    const last = journal.learn("1", { settled: "dismissed" });
    expect(last).toEqual({
      ...purchase,
      pending: { ...asked, transactionHash: HASH, nonce: 8 },
      setAside: true,
      settled: "certain",
    });
    expect(store().list()).toEqual([last]);
  });

  it("is nothing for a purchase that there is not", () => {
    expect(store().learn("7", { nonce: 8 })).toBeNull();
    expect(store().list()).toEqual([]);
  });

  it("takes the sale's transaction back after a reorganisation", () => {
    expect(learnt([{ ...one, found: HASH }], "1", { found: null })).toEqual([one]);
  });

  it.each<[string, Intent, Intent, IntentChange, readonly Intent[] | null]>([
    ["its wallet has named the same hash", one, named(two, HASH), { transactionHash: HASH }, null],
    ["its wallet has named what was found here", one, named(two, HASH), { found: HASH }, null],
    ["it was found first", one, { ...two, found: HASH }, { found: HASH }, null],
    ["both are proven", proven(one), { ...proven(two), found: HASH }, { found: HASH }, null],
    [
      "only its order had told, and this one is proven by its nonce",
      proven(one),
      { ...two, found: HASH },
      { found: HASH },
      [{ ...proven(one), found: HASH }, two],
    ],
    [
      "only its order had told, and this one is proven by its contract's execution",
      byContract,
      { ...two, found: HASH },
      { found: HASH },
      [{ ...byContract, found: HASH }, two],
    ],
    [
      "only its order had told, and this one's wallet names it",
      one,
      { ...two, found: HASH },
      { transactionHash: HASH },
      [named(one, HASH), two],
    ],
    [
      "it has settled, though this one is proven by its nonce",
      proven(one),
      { ...two, found: HASH, settled: "certain" },
      { found: HASH },
      null,
    ],
    [
      "it has settled, which is not taken back",
      one,
      { ...two, found: HASH, settled: "certain" },
      { transactionHash: HASH },
      [named(one, HASH)],
    ],
  ])(
    "gives one transaction to one purchase, where another has it: %s",
    (_, own, other, change, result) => {
      expect(learnt([own, other], "1", change)).toEqual(result);
      const inCapitals = Object.fromEntries(
        Object.entries(change).map(([key, hash]) => [
          key,
          `0x${String(hash).slice(2).toUpperCase()}`,
        ]),
      );
      expect(learnt([own, other], "1", inCapitals)?.length).toBe(result?.length);
    },
  );
});

describe("a purchase that has settled", () => {
  it.each(["certain", "refused", "dismissed"] as const)(
    "as %s is kept apart, so that the page has nothing to resume",
    (settled) => {
      const journal = store();
      journal.open(purchase);
      journal.learn("1", { found: OTHER_HASH, settled });
      expect(store().list()).toEqual([{ ...purchase, found: OTHER_HASH, settled }]);
      expect(hasStored(KEY)).toBe(false);
    },
  );

  it("stays so, whatever another tab still writes", () => {
    const [first, second] = [store(), store()];
    first.open(purchase);
    first.learn("1", { settled: "certain" });
    localStorage.setItem(`${KEY}1`, stored({}));
    expect(second.list()).toMatchObject([{ settled: "certain" }]);
  });

  it("is forgotten at the visitor's wish, once no other one is open", () => {
    const purchases = store();
    const pending = { ...purchase.pending, transactionHash: null };
    purchases.open({ ...purchase, id: "2", pending });
    purchases.open(purchase);
    purchases.learn("1", { settled: "certain", found: HASH });
    purchases.forget();
    expect(purchases.list().map(({ id }) => id)).toEqual(["1", "2"]);
    purchases.learn("2", { settled: "refused" });
    purchases.forget();
    expect(purchases.list()).toEqual([]);
    expect(store().list()).toEqual([]);
  });

  it("is one of the last fifty", () => {
    const journal = store();
    for (let index = 10; index < 65; index += 1) {
      journal.open({ ...purchase, id: String(index) });
      journal.learn(String(index), { settled: "certain" });
    }
    const ids = journal.list().map(({ id }) => id);
    expect(ids).toHaveLength(50);
    expect([ids[0], ids.at(-1)]).toEqual(["15", "64"]);
  });
});

describe("what another tab changes", () => {
  const change = (key: string | null) => window.dispatchEvent(new StorageEvent("storage", { key }));

  it("is told, until it is not asked for any more", () => {
    const onChange = vi.fn();
    const end = store().subscribe(onChange);
    change(`${KEY}7`);
    change(null);
    expect(onChange).toHaveBeenCalledTimes(2);
    change("theme");
    change(`settled-${KEY}`);
    expect(onChange).toHaveBeenCalledTimes(2);
    end();
    change(`${KEY}8`);
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});

describe("a browser that keeps nothing", () => {
  const refuse = (name: string) => () => {
    throw new DOMException("Refused", name);
  };

  it("has its purchases in memory when its storage is full", () => {
    const full = vi.spyOn(Storage.prototype, "setItem");
    full.mockImplementation(refuse("QuotaExceededError"));
    const journal = store();
    journal.open(purchase);
    expect(journal.keeps("1")).toBe(false);
    expect(journal.list()).toEqual([purchase]);
    journal.forget();
    expect(journal.list()).toEqual([purchase]);
    full.mockRestore();
    journal.learn("1", { setAside: true });
    expect(journal.keeps("1")).toBe(true);
    expect(store().list()).toEqual([{ ...purchase, setAside: true }]);
  });

  it("has what it learnt in memory when its storage has become full", () => {
    const journal = store();
    journal.open(purchase);
    const full = vi.spyOn(Storage.prototype, "setItem");
    full.mockImplementation(refuse("QuotaExceededError"));
    journal.learn("1", { setAside: true });
    expect(journal.list()).toEqual([{ ...purchase, setAside: true }]);
    full.mockRestore();
  });

  it("has its open purchases in memory when its storage is cleared, and keeps them again", () => {
    const journal = store();
    journal.open(purchase);
    journal.open({ ...purchase, id: "2" });
    journal.learn("2", { settled: "refused" });
    localStorage.clear();
    expect(journal.list()).toEqual([purchase]);
    expect(journal.learn("1", { found: HASH })).toMatchObject({ found: HASH });
    expect(store().list()).toMatchObject([{ id: "1", found: HASH }]);
  });

  it("has its purchases in memory where storage is forbidden", () => {
    const forbidden = vi.spyOn(globalThis, "localStorage", "get");
    forbidden.mockImplementation(refuse("SecurityError"));
    const journal = store();
    journal.open(purchase);
    expect(journal.keeps("1")).toBe(false);
    expect(journal.learn("1", { found: HASH, settled: "certain" })).toMatchObject({ found: HASH });
    expect(journal.list()).toMatchObject([{ found: HASH, settled: "certain" }]);
    expect(hasStored(KEY)).toBe(false);
    journal.forget();
    expect(journal.list()).toEqual([]);
    forbidden.mockRestore();
  });
});
