import { beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import { MemoryPurchases } from "../../../../test/doubles/page/memory-purchases.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { type Deferred, deferred } from "../../../../test/support/deferred.ts";
import type { PreparedPurchase, Purchaser } from "../../chain/purchase/purchase.ts";
import type { Following } from "../../chain/purchase/settlement.ts";
import type { Others } from "../../chain/purchase/sighting.ts";
import { feeMessage } from "../../domain/fee-words.ts";
import { MintError, type MintFailure } from "../../domain/mint-failure.ts";
import type { Order } from "../../domain/order.ts";
import type { PendingPurchase, Purchase, Sale } from "../../domain/sale.ts";
import { createMintStore, type MintStore, type MintStorePorts } from "./mint-store.ts";
import type { PurchaseStore, StoredPurchase } from "./purchase-store.ts";

const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;
const REPLACED = `0x${"EF".repeat(32)}`;

const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: 100n };
const pending = pendingPurchase({ transactionHash: HASH, buyer: BUYER, order });
const purchase: Purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 2 };
const reverted: MintFailure = { reason: "reverted", refusal: null };
const stored = (fields: Partial<StoredPurchase> = {}): StoredPurchase => ({
  id: "1",
  pending,
  mined: false,
  setAside: false,
  ...fields,
});

/** One purchase as it is followed. */
interface Follow {
  readonly pending: () => PendingPurchase;
  readonly others: () => Others;
  readonly report: (following: Following) => void;
  readonly signal: AbortSignal;
  readonly outcome: Deferred<Purchase>;
}

interface AskedPorts {
  readonly wallet: { readonly recall: Mock<MintStorePorts["wallet"]["recall"]> };
  readonly exclusively: Mock<MintStorePorts["exclusively"]>;
}

/** A browser with one page; the wallet and the chain do what the test says. */
function world(
  browser = new MemoryPurchases(),
  purchases: PurchaseStore = browser.tab(),
  prepare: (ports: AskedPorts) => void = () => undefined,
) {
  const follows: Follow[] = [];
  const sends: Deferred<PendingPurchase>[] = [];
  const sale: Sale = {
    totalSupply: 6n,
    paused: false,
    affiliateActive: null,
    quote: { quantity: 2, normal: 100n, payable: 100n },
  };
  const purchaser = {
    assess: async () => ({ sale, block: 10, assessments: [] }),
    prepare: async (): Promise<PreparedPurchase> => ({
      ...pending,
      transaction: { to: BUYER, data: "0x" },
    }),
    estimateFee: vi.fn<Purchaser["estimateFee"]>(async () => 10n ** 15n),
    send: (): Promise<PendingPurchase> => {
      const send = deferred<PendingPurchase>();
      sends.push(send);
      return send.promise;
    },
    hear: vi.fn<Purchaser["hear"]>(async (asked, answer) => ({
      ...asked,
      transactionHash: String(await answer),
    })),
    follow: (followed, others, report, signal) => {
      const outcome = deferred<Purchase>();
      follows.push({ pending: followed, others, report, signal, outcome });
      signal.addEventListener("abort", () => outcome.reject(signal.reason));
      return outcome.promise;
    },
  } satisfies Purchaser;
  const ports = {
    chainId: 1,
    currencySymbol: "ETH",
    wallet: {
      getState: () => ({ status: "connected", address: BUYER }) as const,
      recall: vi.fn<MintStorePorts["wallet"]["recall"]>(async () => null),
      getProvider: () => ({
        request: async ({ method }: { method: string }) =>
          method === "eth_accounts" ? [BUYER] : "0x1",
      }),
    },
    loadPurchaser: vi.fn(async () => purchaser),
    purchases,
    exclusively: vi.fn<MintStorePorts["exclusively"]>(async (task) => {
      await task();
      return true;
    }),
  } satisfies MintStorePorts;
  const onSale = vi.fn();
  const onMinted = vi.fn();
  prepare(ports);
  const store = createMintStore(ports);
  store.listen({ onSale, onMinted });
  const close = store.open();
  return { browser, ports, purchaser, follows, sends, sale, store, close, onSale, onMinted };
}

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const current = (store: MintStore) => store.getState().current;
const earlier = (store: MintStore) => store.getState().earlier;

/** A purchase that the wallet has sent. */
async function sent(scene: ReturnType<typeof world>, as: Partial<PendingPurchase> = {}) {
  scene.store.start(order);
  await pass();
  scene.sends.at(-1)?.resolve({ ...pending, ...as });
  await pass();
}

beforeEach(() => {
  vi.useFakeTimers();
});

describe("a purchase", () => {
  it("goes from the press over the wallet to the receipt, and is remembered until it is certain", async () => {
    const scene = world();
    const { store, browser } = scene;
    const steps: string[] = [];
    store.subscribe(() => steps.push(current(store).step));
    await sent(scene);
    expect(steps).toEqual(["checking", "sending", "mining"]);
    expect(current(store)).toEqual({ step: "mining", pending, notice: "none", kept: true });
    expect(scene.onSale).toHaveBeenCalledExactlyOnceWith(scene.sale);
    expect([...browser.unsettled.values()]).toEqual([
      { id: expect.any(String), pending, mined: false, setAside: false },
    ]);

    scene.follows[0]?.report({ type: "mined", purchase });
    expect(current(store)).toEqual({ step: "done", pending, purchase });
    expect(scene.onMinted).toHaveBeenCalledOnce();
    expect([...browser.unsettled.values()]).toMatchObject([{ mined: true }]);

    scene.follows[0]?.outcome.resolve(purchase);
    await pass();
    expect(current(store)).toEqual({ step: "done", pending, purchase });
    expect(scene.onMinted).toHaveBeenCalledOnce();
    expect(browser.unsettled.size).toBe(0);
    expect([...browser.settled.values()]).toEqual([[HASH, HASH]]);
  });

  it("shows what is noticed on the way", async () => {
    const scene = world();
    await sent(scene);
    scene.follows[0]?.report({ type: "noticed", notice: "unclear" });
    expect(current(scene.store)).toMatchObject({ step: "mining", notice: "unclear" });
  });

  it("that is reorganised away is waited for again", async () => {
    const scene = world();
    await sent(scene);
    scene.follows[0]?.report({ type: "mined", purchase });
    scene.follows[0]?.report({ type: "unmined" });
    expect(current(scene.store)).toMatchObject({ step: "mining", notice: "reorganised" });
    expect([...scene.browser.unsettled.values()]).toMatchObject([{ mined: false }]);
  });

  it("keeps the nonce that endpoints tell, for the time after a reload", async () => {
    const scene = world();
    await sent(scene);
    scene.follows[0]?.report({ type: "nonceKnown", nonce: 9 });
    expect([...scene.browser.unsettled.values()]).toMatchObject([{ pending: { nonce: 9 } }]);
    expect(scene.follows[0]?.pending().nonce).toBe(9);
  });

  it("[P-29] that bought nothing for certain is told so, and forgotten", async () => {
    const scene = world();
    await sent(scene);
    scene.follows[0]?.outcome.reject(new MintError(reverted));
    await pass();
    expect(current(scene.store)).toEqual({
      step: "failed",
      failure: reverted,
      transactionHash: HASH,
    });
    expect(scene.browser.unsettled.size).toBe(0);
  });

  it("is never denied because it can't be followed: it is tried again", async () => {
    expectWarning("A purchase could not be followed");
    const scene = world();
    await sent(scene);
    scene.follows[0]?.outcome.reject(new RangeError("a fault of this page"));
    await pass(3_999);
    expect(current(scene.store)).toMatchObject({ step: "mining" });
    expect(scene.browser.unsettled.size).toBe(1);
    expect(scene.follows).toHaveLength(1);
    await pass(1);
    expect(scene.follows).toHaveLength(2);
  });

  it("is never denied because the code that follows it can't be loaded", async () => {
    expectWarning("A purchase could not be followed");
    const browser = new MemoryPurchases();
    browser.unsettled.set("1", stored());
    const scene = world(browser);
    scene.close();
    scene.ports.loadPurchaser.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    scene.store.open();
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "mining" });
    expect(browser.unsettled.size).toBe(1);
    await pass(4_000);
    expect(scene.follows.at(-1)?.pending()).toEqual(pending);
  });

  it("says when the browser does not remember it", async () => {
    const browser = new MemoryPurchases();
    const scene = world(browser, { ...browser.tab(), save: () => false });
    await sent(scene);
    expect(current(scene.store)).toMatchObject({ step: "mining", kept: false });
  });
});

describe("one at a time", () => {
  it("whatever is pressed while one is under way", async () => {
    const scene = world();
    scene.store.start(order);
    scene.store.start(order);
    await pass();
    scene.store.start(order);
    await pass();
    expect(scene.sends).toHaveLength(1);
    scene.sends[0]?.resolve(pending);
    await pass();
    scene.store.start(order);
    await pass();
    expect(scene.sends).toHaveLength(1);
    expect(current(scene.store)).toMatchObject({ step: "mining" });
  });

  it("also while a wallet that is waited for no longer has the request, and its late answer counts", async () => {
    const scene = world();
    scene.store.start(order);
    await pass();
    scene.store.stop();
    expect(current(scene.store)).toMatchObject({
      step: "unanswered",
      failure: { reason: "stoppedWaiting" },
    });
    scene.store.start(order);
    await pass();
    expect(current(scene.store)).toMatchObject({
      step: "unanswered",
      failure: { reason: "requestOpen" },
    });
    expect(scene.sends).toHaveLength(1);
    scene.sends[0]?.resolve(pending);
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "mining", pending });
  });

  it("not while another tab asks a wallet", async () => {
    const scene = world();
    scene.ports.exclusively.mockResolvedValueOnce(false);
    scene.store.start(order);
    await pass();
    expect(current(scene.store)).toMatchObject({
      step: "failed",
      failure: { reason: "otherTabAsks" },
    });
    expect(scene.sends).toEqual([]);
  });

  it("not while a purchase is under way of which another tab has not told yet", async () => {
    const scene = world();
    scene.browser.unsettled.set("0", stored({ id: "0" }));
    scene.store.start(order);
    await pass();
    expect(scene.sends).toEqual([]);
    expect(current(scene.store)).toMatchObject({
      step: "failed",
      failure: { reason: "notSettled" },
    });
    expect(earlier(scene.store)).toEqual([{ id: "0", pending, outcome: { kind: "open" } }]);

    scene.store.start(order);
    await pass();
    expect(scene.sends).toEqual([]);
    scene.store.dismissEarlier("0");
    scene.store.start(order);
    await pass();
    expect(scene.sends).toHaveLength(1);
  });

  it.each([{ mined: true }, { setAside: true }])(
    "but beside one that is %o in another tab",
    async (standing) => {
      const scene = world();
      scene.browser.unsettled.set("0", stored({ id: "0", ...standing }));
      scene.store.start(order);
      await pass();
      expect(scene.sends).toHaveLength(1);
    },
  );
});

describe("after a reload", () => {
  it("a purchase is looked for again, and Mint waits for it", async () => {
    const browser = new MemoryPurchases();
    browser.unsettled.set("1", stored());
    const scene = world(browser);
    await pass();
    expect(current(scene.store)).toEqual({
      step: "mining",
      pending,
      notice: "remembered",
      kept: true,
    });
    scene.store.start(order);
    await pass();
    expect(scene.sends).toEqual([]);
    scene.follows[0]?.outcome.resolve(purchase);
    await pass();
    expect(current(scene.store)).toEqual({ step: "done", pending, purchase });
  });

  it("one that was set aside stands beside, and another can be bought", async () => {
    const browser = new MemoryPurchases();
    browser.unsettled.set("1", stored({ setAside: true }));
    const scene = world(browser);
    await pass();
    expect(current(scene.store)).toEqual({ step: "idle" });
    expect(earlier(scene.store)).toEqual([{ id: "1", pending, outcome: { kind: "open" } }]);
    await sent(scene, { transactionHash: OTHER_HASH });
    expect(current(scene.store)).toMatchObject({ step: "mining" });
  });

  it("several are all followed, the oldest as what the page is about", async () => {
    const browser = new MemoryPurchases();
    const second = { ...pending, transactionHash: OTHER_HASH };
    browser.unsettled.set("2", stored({ id: "2", pending: second }));
    browser.unsettled.set("1", stored());
    const scene = world(browser);
    await pass();
    expect(current(scene.store)).toMatchObject({ pending });
    expect(earlier(scene.store)).toMatchObject([{ id: "2" }]);
    expect(scene.follows).toHaveLength(2);
  });

  it("nothing is followed any more by the page that was left", async () => {
    const scene = world();
    await sent(scene);
    scene.close();
    expect(scene.follows[0]?.signal.aborted).toBe(true);
    expect(scene.store.getState()).toEqual({
      current: { step: "idle" },
      earlier: [],
      fee: null,
    });
    expect(scene.browser.unsettled.size).toBe(1);
    scene.follows[0]?.report({ type: "mined", purchase });
    expect(current(scene.store)).toEqual({ step: "idle" });
  });

  it("what the wallet answers to the page that was left is kept for the next one", async () => {
    const scene = world();
    scene.store.start(order);
    await pass();
    scene.close();
    scene.sends[0]?.resolve(pending);
    await pass();
    expect(scene.browser.unsettled.size).toBe(1);
    expect(scene.follows).toEqual([]);
  });
});

describe("another tab", () => {
  it("takes up a purchase, and settles it for itself", async () => {
    const browser = new MemoryPurchases();
    const [first, second] = [world(browser), world(browser)];
    await sent(first);
    await pass(50);
    expect(current(second.store)).toMatchObject({ step: "mining", notice: "remembered", pending });
    first.follows[0]?.outcome.resolve(purchase);
    await pass();
    // Its own transaction is none of another purchase, although it has settled there.
    expect(second.follows[0]?.others().hashes).toEqual(new Set());
    second.follows[0]?.outcome.resolve(purchase);
    await pass();
    expect(current(second.store)).toEqual({ step: "done", pending, purchase });
  });

  it("sets a purchase aside here too", async () => {
    const browser = new MemoryPurchases();
    const [first, second] = [world(browser), world(browser)];
    await sent(first);
    await pass(50);
    first.store.stop();
    await pass(50);
    expect(current(second.store)).toEqual({ step: "idle" });
    expect(earlier(second.store)).toMatchObject([{ outcome: { kind: "open" } }]);
    // What this tab learns later does not undo it.
    second.follows[0]?.report({ type: "nonceKnown", nonce: 9 });
    expect([...browser.unsettled.values()]).toMatchObject([
      { setAside: true, pending: { nonce: 9 } },
    ]);
  });

  it("tells the nonce that it has learnt", async () => {
    const browser = new MemoryPurchases();
    const [first, second] = [world(browser), world(browser)];
    await sent(first);
    await pass(50);
    first.follows[0]?.report({ type: "nonceKnown", nonce: 9 });
    await pass(50);
    expect(second.follows[0]?.pending().nonce).toBe(9);
    // Nor does what this tab keeps of it later lose that.
    second.follows[0]?.report({ type: "mined", purchase });
    expect([...browser.unsettled.values()]).toMatchObject([{ mined: true, pending: { nonce: 9 } }]);
  });
});

describe("a purchase that is set aside", () => {
  it("stands beside the next one, and is followed on", async () => {
    const scene = world();
    await sent(scene);
    scene.store.stop();
    expect(current(scene.store)).toEqual({ step: "idle" });
    expect(earlier(scene.store)).toMatchObject([{ pending, outcome: { kind: "open" } }]);
    expect(scene.follows[0]?.signal.aborted).toBe(false);
    await sent(scene, { transactionHash: OTHER_HASH });
    expect(current(scene.store)).toMatchObject({ pending: { transactionHash: OTHER_HASH } });

    scene.follows[0]?.report({ type: "mined", purchase });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "bought", purchase } }]);
    expect(current(scene.store)).toMatchObject({ step: "mining" });
    expect(scene.onMinted).toHaveBeenCalledOnce();
    scene.follows[0]?.report({ type: "unmined" });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "open" } }]);
    scene.follows[0]?.outcome.reject(new MintError(reverted));
    await pass();
    expect(earlier(scene.store)).toMatchObject([
      { outcome: { kind: "notBought", failure: reverted } },
    ]);
  });

  it("can be dismissed: it is forgotten, but for its transactions", async () => {
    const scene = world();
    await sent(scene);
    scene.store.stop();
    const [{ id } = { id: "" }] = earlier(scene.store);
    scene.store.dismissEarlier(id);
    expect(earlier(scene.store)).toEqual([]);
    expect(scene.follows[0]?.signal.aborted).toBe(true);
    expect(scene.browser.unsettled.size).toBe(0);
    await sent(scene, { transactionHash: OTHER_HASH });
    expect(scene.follows[1]?.others().hashes).toEqual(new Set([HASH]));
  });

  it("whose outcome is told can be dismissed too", async () => {
    const scene = world();
    await sent(scene);
    scene.store.stop();
    scene.follows[0]?.outcome.resolve(purchase);
    await pass();
    const [{ id } = { id: "" }] = earlier(scene.store);
    scene.store.dismissEarlier(id);
    expect(earlier(scene.store)).toEqual([]);
  });
});

describe("a purchase that is mined, and not deep enough yet", () => {
  it("makes room for the next one, and stands beside it", async () => {
    const scene = world();
    await sent(scene);
    scene.follows[0]?.report({ type: "mined", purchase });
    await sent(scene, { transactionHash: OTHER_HASH });
    expect(current(scene.store)).toMatchObject({ pending: { transactionHash: OTHER_HASH } });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "bought", purchase } }]);
  });

  it("is followed on when its success is dismissed", async () => {
    const scene = world();
    await sent(scene);
    scene.follows[0]?.report({ type: "mined", purchase });
    scene.store.dismiss();
    expect(current(scene.store)).toEqual({ step: "idle" });
    expect(scene.follows[0]?.signal.aborted).toBe(false);
    scene.follows[0]?.report({ type: "unmined" });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "open" } }]);
  });

  it("is not dismissed while it is under way", async () => {
    const scene = world();
    await sent(scene);
    scene.store.dismiss();
    scene.follows[0]?.report({ type: "noticed", notice: "unseen" });
    expect(current(scene.store)).toMatchObject({ step: "mining", notice: "unseen" });
  });
});

describe("the other purchases", () => {
  it("are known by every transaction that they had, whatever became of them", async () => {
    const scene = world();
    await sent(scene);
    const replaced = { ...purchase, transactionHash: REPLACED };
    scene.follows[0]?.report({ type: "mined", purchase: replaced });
    await sent(scene, { transactionHash: OTHER_HASH });
    const others = scene.follows[1]?.others;
    expect(others?.()).toEqual({
      hashes: new Set([HASH, REPLACED.toLowerCase()]),
      unsettled: true,
    });
    expect(scene.follows[0]?.others()).toEqual({
      hashes: new Set([OTHER_HASH]),
      unsettled: true,
    });
    scene.follows[0]?.outcome.resolve(replaced);
    await pass();
    expect(others?.()).toEqual({
      hashes: new Set([HASH, REPLACED.toLowerCase()]),
      unsettled: false,
    });
  });

  it("are known where the browser keeps nothing", async () => {
    const browser = new MemoryPurchases();
    const scene = world(browser, { ...browser.tab(), settledHashes: () => [] });
    await sent(scene);
    scene.follows[0]?.outcome.resolve(purchase);
    await pass();
    await sent(scene, { transactionHash: OTHER_HASH });
    expect(scene.follows[1]?.others().hashes).toEqual(new Set([HASH]));
  });

  it("of another account are none that could be mistaken for it", async () => {
    const scene = world();
    await sent(scene, { buyer: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" });
    scene.store.stop();
    await sent(scene, { transactionHash: OTHER_HASH, buyer: BUYER.toLowerCase() });
    expect(scene.follows[1]?.others().unsettled).toBe(false);
  });
});

describe("the network fee", () => {
  const told = (wei: bigint) => ({ wei, words: feeMessage(wei, "ETH", order.payable) });

  it("is estimated again every 5 s for a minute, then every 15 s", async () => {
    const { store, purchaser } = world();
    const at: number[] = [];
    purchaser.estimateFee.mockImplementation(async () => {
      at.push(Date.now());
      return 0n;
    });
    const shownAt = Date.now();
    store.estimateFee(order, BUYER);
    await pass(90_000);
    const soon = Array.from({ length: 12 }, (_, index) => 400 + index * 5_000);
    expect(at.map((time) => time - shownAt)).toEqual([...soon, 70_400, 85_400]);
  });

  it("is estimated again while the order is looked at, until it is another one", async () => {
    const { store, purchaser } = world();
    const end = store.estimateFee(order, BUYER);
    await pass(400);
    expect(purchaser.estimateFee).toHaveBeenCalledExactlyOnceWith(order, BUYER);
    expect(store.getState().fee).toEqual(told(10n ** 15n));
    purchaser.estimateFee.mockResolvedValue(2n * 10n ** 15n);
    await pass(4_999);
    expect(purchaser.estimateFee).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(purchaser.estimateFee).toHaveBeenCalledTimes(2);
    expect(store.getState().fee).toEqual(told(2n * 10n ** 15n));
    end();
    expect(store.getState().fee).toBeNull();
    await pass(60_000);
    expect(purchaser.estimateFee).toHaveBeenCalledTimes(2);
  });

  it("stays as it was told last when it can't be estimated again, which is tried every 15 s then", async () => {
    const { store, purchaser } = world();
    store.estimateFee(order, BUYER);
    await pass(400);
    purchaser.estimateFee.mockRejectedValueOnce(new Error("down"));
    await pass(5_000);
    expect(purchaser.estimateFee).toHaveBeenCalledTimes(2);
    expect(store.getState().fee).toEqual(told(10n ** 15n));
    await pass(14_999);
    expect(purchaser.estimateFee).toHaveBeenCalledTimes(2);
    await pass(1);
    expect(purchaser.estimateFee).toHaveBeenCalledTimes(3);
  });

  it("is not estimated again while the page is hidden", async () => {
    const { store, purchaser } = world();
    store.estimateFee(order, BUYER);
    await pass(400);
    vi.stubGlobal("document", { hidden: true });
    await pass(60_000);
    expect(purchaser.estimateFee).toHaveBeenCalledTimes(1);
    vi.stubGlobal("document", { hidden: false });
    await pass(15_000);
    expect(purchaser.estimateFee).toHaveBeenCalledTimes(2);
  });

  it("is not estimated again while a purchase is under way", async () => {
    const { store, purchaser } = world();
    store.estimateFee(order, BUYER);
    await pass(400);
    store.start(order);
    await pass(60_000);
    expect(purchaser.estimateFee).toHaveBeenCalledTimes(1);
  });
});

describe("a request that the wallet had not answered when the page was left", () => {
  const { transactionHash: _, ...asked } = pending;
  const NOW = 1_900_000_000_000;
  const MINUTE = 60_000;

  /** A page that is opened after it; the wallet answers as told. */
  async function reopened({ since = NOW, tabs = 1, known = true } = {}) {
    vi.setSystemTime(NOW);
    const browser = new MemoryPurchases();
    browser.request = { id: "1", since, asked };
    const answer = deferred<unknown>();
    const purchases = browser.tab();
    const scene = world(browser, purchases, (ports) => {
      ports.wallet.recall.mockResolvedValue(known ? { answer: answer.promise } : null);
      if (tabs > 1) ports.exclusively.mockResolvedValue(false);
    });
    await pass();
    return { ...scene, answer };
  }

  it("is waited for, and followed once it is sent", async () => {
    const { store, ports, purchaser, answer, follows, browser } = await reopened();
    expect(ports.wallet.recall).toHaveBeenCalledExactlyOnceWith(NOW);
    expect(current(store)).toEqual({ step: "sending", order });
    expect(purchaser.hear).toHaveBeenCalledExactlyOnceWith(asked, answer.promise);
    answer.resolve(HASH);
    await pass();
    expect(current(store)).toEqual({ step: "mining", pending, notice: "none", kept: true });
    expect([...browser.unsettled.keys()]).toEqual(["1"]);
    expect(browser.request).toBeNull();
    // The search for its sale has ended.
    expect(follows.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it("is told as refused", async () => {
    const { store, answer, browser } = await reopened();
    answer.reject(new MintError({ reason: "rejected" }));
    await pass();
    expect(current(store)).toMatchObject({ step: "failed", failure: { reason: "rejected" } });
    expect(browser.request).toBeNull();
    expect(browser.unsettled.size).toBe(0);
  });

  it("is found on the chain if the answer was lost", async () => {
    const { store, follows, browser } = await reopened();
    follows[0]?.report({ type: "noticed", notice: "unseen" });
    expect(current(store).step).toBe("sending");
    follows[0]?.report({ type: "mined", purchase });
    await pass();
    expect(current(store)).toMatchObject({ step: "mining", pending });
    expect(browser.request).toBeNull();
  });

  it("keeps Mint busy no longer than it can be answered, and is looked for all the same", async () => {
    const { store, ports, follows } = await reopened({ since: NOW - 10 * MINUTE - 1 });
    expect(ports.wallet.recall).not.toHaveBeenCalled();
    expect(current(store).step).toBe("idle");
    follows[0]?.report({ type: "mined", purchase });
    await pass();
    expect(current(store)).toMatchObject({ step: "mining", pending, notice: "remembered" });
  });

  it("is left to the tab that waits for it", async () => {
    const { store, ports, browser } = await reopened({ tabs: 2 });
    expect(ports.wallet.recall).not.toHaveBeenCalled();
    expect(current(store).step).toBe("idle");
    expect(browser.request).not.toBeNull();
  });

  it("is forgotten if the wallet knows nothing of it", async () => {
    const { store, browser } = await reopened({ known: false });
    expect(current(store).step).toBe("idle");
    expect(browser.request).toBeNull();
  });

  it("is not waited for after a reload if the visitor has stopped waiting, but here it is", async () => {
    const { store, answer, browser } = await reopened();
    store.stop();
    expect(current(store).step).toBe("unanswered");
    expect(browser.request).toBeNull();
    answer.resolve(HASH);
    await pass();
    expect(current(store)).toMatchObject({ step: "mining", pending });
  });

  it("keeps another tab from asking a second time", async () => {
    vi.setSystemTime(NOW);
    const scene = world();
    scene.browser.request = { id: "1", since: NOW, asked };
    scene.ports.wallet.recall.mockResolvedValue({ answer: new Promise(() => undefined) });
    scene.store.start(order);
    await pass();
    expect(current(scene.store)).toMatchObject({ failure: { reason: "requestOpen" } });
    expect(scene.sends).toEqual([]);
    expect(scene.browser.request).not.toBeNull();
  });

  it("is remembered while the wallet is asked, and not once it has answered", async () => {
    vi.setSystemTime(NOW);
    const scene = world();
    scene.store.start(order);
    await pass();
    expect(scene.browser.request).toEqual({
      id: expect.any(String),
      since: NOW,
      asked: expect.objectContaining(asked),
    });
    scene.sends[0]?.reject(new MintError({ reason: "rejected" }));
    await pass();
    expect(scene.browser.request).toBeNull();
  });
});
