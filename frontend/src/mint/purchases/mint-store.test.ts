import { beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { MemoryPurchases } from "../../../../test/doubles/page/memory-purchases.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { type Deferred, deferred } from "../../../../test/support/deferred.ts";
import type { PreparedPurchase, Purchaser } from "../../chain/purchase/purchase.ts";
import type { Others } from "../../chain/purchase/sale-search.ts";
import type { Following } from "../../chain/purchase/settlement.ts";
import { MintError, type MintFailure } from "../../domain/mint/mint-failure.ts";
import type { Order } from "../../domain/order/order.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/sale.ts";
import { feeMessage } from "../../domain/words/fee-words.ts";
import { createMintStore, type MintStore, type MintStorePorts } from "./mint-store.ts";
import type { Intent, PurchaseJournal } from "./purchase-journal.ts";

const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;
const REPLACED = `0x${"EF".repeat(32)}`;

const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: 100n };
const pending = pendingPurchase({ transactionHash: HASH, buyer: BUYER, order });
const purchase: Purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 2 };
const reverted: MintFailure = { reason: "reverted", refusal: null };
const stored = (fields: Partial<Intent> = {}): Intent => ({
  id: "1",
  askedAt: 1,
  pending,
  found: null,
  setAside: false,
  settled: null,
  ...fields,
});

function remembering(...intents: readonly Intent[]): MemoryPurchases {
  const browser = new MemoryPurchases();
  for (const intent of intents) browser.intents.set(intent.id, intent);
  return browser;
}

interface Follow {
  readonly pending: () => PendingPurchase;
  readonly askedAt: number;
  readonly others: Others;
  readonly report: (following: Following) => void;
  readonly signal: AbortSignal;
  readonly outcome: Deferred<Purchase>;
}

interface AskedPorts {
  readonly wallet: { readonly recall: Mock<MintStorePorts["wallet"]["recall"]> };
  readonly exclusively: Mock<MintStorePorts["exclusively"]>;
}

function world(
  browser = new MemoryPurchases(),
  purchases: PurchaseJournal = browser.tab(),
  prepare: (ports: AskedPorts) => void = () => undefined,
) {
  const follows: Follow[] = [];
  const sends: Deferred<string>[] = [];
  const sale = {
    ...fakeSale({ totalSupply: 6n }),
    quote: { quantity: 2, normal: 100n, payable: 100n },
  };
  const purchaser = {
    assess: async () => ({ sale, block: 10, assessments: [] }),
    prepare: async (): Promise<PreparedPurchase> => ({
      ...pending,
      transaction: { to: BUYER, data: "0x" },
    }),
    estimateFee: vi.fn<Purchaser["estimateFee"]>(async () => 10n ** 15n),
    send: (): Promise<string> => {
      const send = deferred<string>();
      sends.push(send);
      return send.promise;
    },
    hear: vi.fn<Purchaser["hear"]>(async (answer) => String(await answer)),
    follow: (followed, askedAt, others, report, signal) => {
      const outcome = deferred<Purchase>();
      follows.push({ pending: followed, askedAt, others, report, signal, outcome });
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
type Scene = ReturnType<typeof world>;

function following({ follows }: Scene): Follow {
  const last = follows.filter(({ signal }) => !signal.aborted).at(-1);
  if (last === undefined) throw new Error("Nothing is followed");
  return last;
}

async function asked(scene: Scene) {
  await pass(1);
  scene.store.start(order);
  await pass();
}

async function sent(scene: Scene, transactionHash = HASH) {
  await asked(scene);
  scene.sends.at(-1)?.resolve(transactionHash);
  await pass();
}

const unasked = { ...pending, transactionHash: null };

beforeEach(() => {
  vi.useFakeTimers();
});

describe("a purchase", () => {
  it("is in the journal from the wallet's question on, and until it is certain", async () => {
    const scene = world();
    const { store, browser } = scene;
    const steps: string[] = [];
    store.subscribe(() => steps.push(current(store).step));
    await asked(scene);
    const id = expect.any(String);
    const record = { id, askedAt: Date.now(), pending: expect.objectContaining(unasked) };
    expect(browser.unsettled).toEqual([{ ...record, found: null, setAside: false, settled: null }]);
    expect(following(scene).askedAt).toBe(Date.now());
    scene.sends[0]?.resolve(HASH);
    await pass();
    expect(steps).toEqual(["checking", "sending", "mining"]);
    expect(current(store)).toMatchObject({ step: "mining", pending, notice: "none", kept: true });
    expect(scene.onSale).toHaveBeenCalledExactlyOnceWith(scene.sale);
    expect(browser.unsettled).toMatchObject([{ pending, found: null }]);

    following(scene).report({ type: "mined", purchase });
    expect(current(store)).toMatchObject({ step: "done", pending, purchase });
    expect(scene.onMinted).toHaveBeenCalledOnce();
    expect(browser.unsettled).toMatchObject([{ found: HASH }]);

    following(scene).outcome.resolve(purchase);
    await pass();
    expect(current(store)).toMatchObject({ step: "done", pending, purchase });
    expect(scene.onMinted).toHaveBeenCalledOnce();
    expect([...browser.intents.values()]).toMatchObject([{ found: HASH, settled: "certain" }]);
  });

  it("shows what is noticed on the way", async () => {
    const scene = world();
    await sent(scene);
    following(scene).report({ type: "noticed", notice: "unclear" });
    expect(current(scene.store)).toMatchObject({ step: "mining", notice: "unclear" });
  });

  it("that is reorganised away is waited for again", async () => {
    const scene = world();
    await sent(scene);
    following(scene).report({ type: "mined", purchase });
    following(scene).report({ type: "unmined" });
    expect(current(scene.store)).toMatchObject({ step: "mining", notice: "reorganised" });
    expect(scene.browser.unsettled).toMatchObject([{ found: null }]);
  });

  it("keeps the nonce that endpoints tell, for the time after a reload", async () => {
    const scene = world();
    await sent(scene);
    following(scene).report({ type: "nonceKnown", nonce: 9 });
    expect(scene.browser.unsettled).toMatchObject([{ pending: { nonce: 9 } }]);
    expect(following(scene).pending().nonce).toBe(9);
  });

  it("that bought nothing for certain is told so, and over", async () => {
    const scene = world();
    await sent(scene);
    following(scene).outcome.reject(new MintError(reverted));
    await pass();
    expect(current(scene.store)).toMatchObject({
      step: "failed",
      failure: reverted,
      transactionHash: HASH,
    });
    expect(scene.browser.unsettled).toEqual([]);
  });

  it("is never denied because it can't be followed: it is tried again", async () => {
    expectWarning("A purchase could not be followed");
    const scene = world();
    await sent(scene);
    const before = scene.follows.length;
    following(scene).outcome.reject(new RangeError("a fault of this page"));
    await pass(3_999);
    expect(current(scene.store)).toMatchObject({ step: "mining" });
    expect(scene.browser.unsettled).toHaveLength(1);
    expect(scene.follows).toHaveLength(before);
    await pass(1);
    expect(scene.follows).toHaveLength(before + 1);
  });

  it("is never denied because the code that follows it can't be loaded", async () => {
    expectWarning("A purchase could not be followed");
    const browser = remembering(stored());
    const scene = world(browser);
    scene.close();
    scene.ports.loadPurchaser.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    scene.store.open();
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "mining" });
    expect(browser.unsettled).toHaveLength(1);
    await pass(4_000);
    expect(following(scene).pending()).toEqual(pending);
  });

  it("says when the browser does not remember it", async () => {
    const browser = new MemoryPurchases();
    const scene = world(browser, { ...browser.tab(), keeps: () => false });
    await sent(scene);
    expect(current(scene.store)).toMatchObject({ step: "mining", kept: false });
  });
});

describe("the wallet's answer", () => {
  it("is not needed: the sale's event tells", async () => {
    const scene = world();
    await asked(scene);
    following(scene).report({ type: "mined", purchase });
    expect(current(scene.store)).toMatchObject({ step: "done", purchase });
    scene.sends[0]?.resolve(HASH);
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "done", purchase });
    expect(scene.browser.unsettled).toMatchObject([{ pending, found: HASH }]);
  });

  it("that names another transaction than the sale that was found counts more", async () => {
    const scene = world();
    await asked(scene);
    const found = { ...purchase, transactionHash: OTHER_HASH };
    following(scene).report({ type: "mined", purchase: found });
    scene.sends[0]?.resolve(HASH);
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "mining", pending });
    expect(scene.browser.unsettled).toMatchObject([{ pending, found: null }]);
  });

  it("does not deny a sale that the chain has shown", async () => {
    const scene = world();
    await asked(scene);
    following(scene).report({ type: "mined", purchase });
    scene.sends[0]?.reject(new MintError({ reason: "rejected" }));
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "done", purchase });
    expect(scene.browser.unsettled).toMatchObject([{ found: HASH }]);
  });

  it("that refuses after the visitor has stopped waiting is told among the others", async () => {
    const scene = world();
    await asked(scene);
    scene.store.stop();
    scene.sends[0]?.reject(new MintError({ reason: "rejected" }));
    await pass();
    expect(current(scene.store)).toEqual({ step: "idle" });
    expect(earlier(scene.store)).toMatchObject([
      { outcome: { kind: "notBought", failure: { reason: "rejected" } } },
    ]);
  });

  it("that refuses ends the purchase", async () => {
    const scene = world();
    await asked(scene);
    scene.sends[0]?.reject(new MintError({ reason: "rejected" }));
    await pass();
    expect(current(scene.store)).toMatchObject({
      step: "failed",
      failure: { reason: "rejected" },
      transactionHash: null,
    });
    expect([...scene.browser.intents.values()]).toMatchObject([{ settled: "refused" }]);
    expect(scene.follows.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it.each<MintFailure>([
    { reason: "walletFailed" },
    { reason: "noTransactionHash" },
    { reason: "walletOffline" },
    { reason: "walletOffNetwork" },
    { reason: "walletLimited" },
  ])("of %o leaves open what was sent: it is followed, and Mint is free", async (failure) => {
    const scene = world();
    await asked(scene);
    scene.sends[0]?.reject(new MintError(failure));
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "failed", failure });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "open" } }]);
    following(scene).report({ type: "mined", purchase });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "bought", purchase } }]);
    expect(current(scene.store)).toMatchObject({ step: "failed", failure });
    await sent(scene, OTHER_HASH);
    expect(current(scene.store)).toMatchObject({ step: "mining" });
  });

  it("that comes a day late is looked for as often as a new purchase", async () => {
    const scene = world();
    await asked(scene);
    await pass(86_400_000);
    scene.sends[0]?.resolve(HASH);
    await pass();
    expect(Date.now() - following(scene).askedAt).toBe(60_000);
  });

  it("with the hash of another purchase is none of this one, and leaves the other as it is", async () => {
    const scene = world();
    await sent(scene);
    const first = following(scene);
    first.report({ type: "mined", purchase });
    await sent(scene, HASH.toUpperCase().replace("0X", "0x"));
    expect(current(scene.store)).toMatchObject({
      step: "failed",
      failure: { reason: "noTransactionHash" },
    });
    expect(earlier(scene.store)).toMatchObject([
      { outcome: { kind: "bought", purchase } },
      { outcome: { kind: "open" }, pending: { transactionHash: null } },
    ]);
    expect(first.signal.aborted).toBe(false);
    first.outcome.resolve(purchase);
    await pass();
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "bought", purchase } }, {}]);
  });

  it("to the page that was left is kept for the next one", async () => {
    const scene = world();
    await asked(scene);
    scene.close();
    scene.sends[0]?.resolve(HASH);
    await pass();
    expect(scene.browser.unsettled).toMatchObject([{ pending }]);
    expect(scene.follows.every(({ signal }) => signal.aborted)).toBe(true);
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
    scene.sends[0]?.resolve(HASH);
    await pass();
    scene.store.start(order);
    await pass();
    expect(scene.sends).toHaveLength(1);
    expect(current(scene.store)).toMatchObject({ step: "mining" });
  });

  it("unless the visitor stops waiting for it; its late answer counts all the same", async () => {
    const scene = world();
    await asked(scene);
    scene.store.stop();
    expect(current(scene.store)).toEqual({ step: "idle" });
    expect(earlier(scene.store)).toMatchObject([
      { outcome: { kind: "open" }, pending: { transactionHash: null } },
    ]);
    await asked(scene);
    expect(scene.sends).toHaveLength(2);
    scene.sends[0]?.resolve(HASH);
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "sending" });
    expect(earlier(scene.store)).toMatchObject([{ pending, outcome: { kind: "open" } }]);
  });

  it("not while another tab asks a wallet", async () => {
    const scene = world();
    scene.ports.exclusively.mockResolvedValueOnce(false);
    await asked(scene);
    expect(current(scene.store)).toMatchObject({
      step: "failed",
      failure: { reason: "otherTabAsks" },
    });
    expect(scene.sends).toEqual([]);
  });

  it.each<[string, Intent]>([
    ["sent", stored({ id: "0" })],
    ["asked for", stored({ id: "0", pending: unasked })],
  ])("not while one is open that another tab has %s", async (_, intent) => {
    const scene = world();
    scene.browser.intents.set("0", intent);
    await asked(scene);
    expect(scene.sends).toEqual([]);
    expect(current(scene.store)).toMatchObject({
      step: "failed",
      failure: { reason: "notSettled" },
    });
    await asked(scene);
    expect(scene.sends).toEqual([]);
  });

  it("not while one is open that another tab has asked for at the same moment", async () => {
    const scene = world();
    scene.ports.exclusively.mockImplementationOnce(async (task) => {
      scene.browser.intents.set("0", stored({ id: "0", pending: unasked }));
      await task();
      return true;
    });
    await asked(scene);
    expect(scene.sends).toEqual([]);
    expect(current(scene.store)).toMatchObject({ failure: { reason: "notSettled" } });
    expect(earlier(scene.store)).toMatchObject([{ id: "0", outcome: { kind: "open" } }]);
  });

  it.each([{ found: HASH }, { setAside: true }, { settled: "certain" as const }])(
    "but beside one that is %o",
    async (standing) => {
      const scene = world();
      scene.browser.intents.set("0", stored({ id: "0", ...standing }));
      await asked(scene);
      expect(scene.sends).toHaveLength(1);
    },
  );
});

describe("after a reload", () => {
  it("a purchase is looked for again, and Mint waits for it", async () => {
    const scene = world(remembering(stored()));
    await pass();
    expect(current(scene.store)).toEqual({
      step: "mining",
      id: "1",
      pending,
      notice: "remembered",
      kept: true,
    });
    await asked(scene);
    expect(scene.sends).toEqual([]);
    following(scene).outcome.resolve(purchase);
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "done", pending, purchase });
  });

  it("one that was set aside stands beside, and another can be bought", async () => {
    const scene = world(remembering(stored({ setAside: true })));
    await pass();
    expect(current(scene.store)).toEqual({ step: "idle" });
    expect(earlier(scene.store)).toEqual([{ id: "1", pending, outcome: { kind: "open" } }]);
    await sent(scene, OTHER_HASH);
    expect(current(scene.store)).toMatchObject({ step: "mining" });
  });

  it("several are all followed, the oldest as what the page is about", async () => {
    const second = { ...pending, transactionHash: OTHER_HASH };
    const scene = world(remembering(stored({ id: "2", pending: second }), stored()));
    await pass();
    expect(current(scene.store)).toMatchObject({ id: "1" });
    expect(earlier(scene.store)).toMatchObject([{ id: "2" }]);
    expect(scene.follows).toHaveLength(2);
  });

  it("one that has settled is not followed any more", async () => {
    const scene = world(remembering(stored({ settled: "certain" })));
    await pass();
    expect(current(scene.store)).toEqual({ step: "idle" });
    expect(scene.follows).toEqual([]);
  });

  it("nothing is followed any more by the page that was left", async () => {
    const scene = world();
    await sent(scene);
    const left = following(scene);
    scene.close();
    expect(left.signal.aborted).toBe(true);
    expect(scene.store.getState()).toEqual({ current: { step: "idle" }, earlier: [], fee: null });
    expect(scene.browser.unsettled).toHaveLength(1);
    left.report({ type: "mined", purchase });
    expect(current(scene.store)).toEqual({ step: "idle" });
  });
});

describe("a request that the wallet had not answered when the page was left", () => {
  const NOW = 1_900_000_000_000;
  const MINUTE = 60_000;

  async function reopened({ askedAt = NOW, isKnown = true } = {}) {
    vi.setSystemTime(NOW);
    const browser = remembering(stored({ askedAt, pending: unasked }));
    const answer = deferred<unknown>();
    const scene = world(browser, browser.tab(), ({ wallet }) => {
      wallet.recall.mockResolvedValue(isKnown ? { answer: answer.promise } : null);
    });
    await pass();
    return { ...scene, answer };
  }
  const waits = { step: "sending", id: "1", order, restored: true };

  it("is waited for with its own order, and followed once it is sent", async () => {
    const scene = await reopened();
    const { store, ports, purchaser, answer } = scene;
    expect(ports.wallet.recall).toHaveBeenCalledExactlyOnceWith(NOW);
    expect(current(store)).toEqual(waits);
    expect(purchaser.hear).toHaveBeenCalledExactlyOnceWith(answer.promise);
    answer.resolve(HASH);
    await pass();
    expect(current(store)).toMatchObject({ step: "mining", id: "1", pending, notice: "none" });
    // The page no longer searches for this purchase's sale.
    expect(scene.follows.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it("is told as refused", async () => {
    const { store, answer, browser } = await reopened();
    answer.reject(new MintError({ reason: "rejected" }));
    await pass();
    expect(current(store)).toMatchObject({ step: "failed", failure: { reason: "rejected" } });
    expect(browser.unsettled).toEqual([]);
  });

  it("is kept though the wallet knows nothing of it: an injected one never says", async () => {
    const scene = await reopened({ isKnown: false });
    expect(current(scene.store)).toEqual(waits);
    await asked(scene);
    expect(scene.sends).toEqual([]);
    following(scene).report({ type: "mined", purchase });
    expect(current(scene.store)).toMatchObject({ step: "done", id: "1", purchase });
  });

  it("is kept though the wallet's answer can't be had", async () => {
    expectWarning("The wallet's late answer could not be had");
    vi.setSystemTime(NOW);
    const browser = remembering(stored({ askedAt: NOW, pending: unasked }));
    const scene = world(browser, browser.tab(), ({ wallet }) => {
      wallet.recall.mockRejectedValue(new TypeError("Failed to fetch"));
    });
    await pass();
    expect(current(scene.store)).toEqual(waits);
  });

  it("is followed for as long as it takes, and asked for at the relay no longer than it answers", async () => {
    const scene = await reopened({ askedAt: NOW - 10 * MINUTE - 1 });
    expect(scene.ports.wallet.recall).not.toHaveBeenCalled();
    expect(current(scene.store)).toEqual(waits);
    expect(following(scene).askedAt).toBe(NOW - 10 * MINUTE - 1);
  });

  it("is left by the visitor, and found beside the next purchase", async () => {
    const scene = await reopened({ isKnown: false });
    scene.store.stop();
    expect(current(scene.store)).toEqual({ step: "idle" });
    const first = following(scene);
    await sent(scene, OTHER_HASH);
    first.report({ type: "mined", purchase });
    expect(current(scene.store)).toMatchObject({ step: "mining" });
    expect(earlier(scene.store)).toMatchObject([
      { id: "1", outcome: { kind: "bought", purchase } },
    ]);
  });

  it("does not answer for a later purchase, nor end its request", async () => {
    const scene = world(remembering(stored({ pending: unasked, setAside: true })));
    await pass();
    const [old] = scene.follows;
    await asked(scene);
    old?.report({ type: "mined", purchase });
    expect(current(scene.store)).toMatchObject({ step: "sending" });
    expect(scene.browser.unsettled).toMatchObject([{ found: HASH }, { found: null }]);
    old?.outcome.reject(new MintError(reverted));
    await pass();
    expect(current(scene.store)).toMatchObject({ step: "sending" });
    scene.sends[0]?.reject(new MintError({ reason: "rejected" }));
    await pass();
    expect(current(scene.store)).toMatchObject({ failure: { reason: "rejected" } });
    expect(scene.browser.intents.get("1")).toMatchObject({ found: HASH, settled: "certain" });
  });
});

describe("another tab", () => {
  it("takes up a purchase, and settles it for itself", async () => {
    const browser = new MemoryPurchases();
    const [first, second] = [world(browser), world(browser)];
    await sent(first);
    await pass(50);
    expect(current(second.store)).toMatchObject({ step: "mining", notice: "remembered", pending });
    following(first).outcome.resolve(purchase);
    await pass(50);
    expect(current(second.store)).toMatchObject({ step: "mining" });
    following(second).outcome.resolve(purchase);
    await pass();
    expect(current(second.store)).toMatchObject({ step: "done", pending, purchase });
  });

  it("shows a request of this one, and leaves it when the wallet refuses", async () => {
    const browser = new MemoryPurchases();
    const [first, second] = [world(browser), world(browser)];
    await asked(first);
    await pass(50);
    expect(current(second.store)).toMatchObject({ step: "sending", restored: true });
    first.sends[0]?.reject(new MintError({ reason: "rejected" }));
    await pass(50);
    expect(current(second.store)).toEqual({ step: "idle" });
    expect(earlier(second.store)).toEqual([]);
    expect(second.follows.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it("hears what the wallet has sent", async () => {
    const browser = new MemoryPurchases();
    const [first, second] = [world(browser), world(browser)];
    await asked(first);
    await pass(50);
    first.sends[0]?.resolve(HASH);
    await pass(50);
    expect(current(second.store)).toMatchObject({ step: "mining", pending });
    expect(following(second).pending()).toMatchObject(pending);
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
    // A later report in this tab must not undo that.
    following(second).report({ type: "nonceKnown", nonce: 9 });
    expect(browser.unsettled).toMatchObject([{ setAside: true, pending: { nonce: 9 } }]);
  });

  it("tells the nonce that it has learnt", async () => {
    const browser = new MemoryPurchases();
    const [first, second] = [world(browser), world(browser)];
    await sent(first);
    await pass(50);
    following(first).report({ type: "nonceKnown", nonce: 9 });
    await pass(50);
    expect(following(second).pending().nonce).toBe(9);
    // A later report in this tab must keep the nonce.
    following(second).report({ type: "mined", purchase });
    expect(browser.unsettled).toMatchObject([{ found: HASH, pending: { nonce: 9 } }]);
  });
});

describe("a purchase that is set aside", () => {
  it("stands beside the next one, and is followed on", async () => {
    const scene = world();
    await sent(scene);
    const first = following(scene);
    scene.store.stop();
    expect(current(scene.store)).toEqual({ step: "idle" });
    expect(earlier(scene.store)).toMatchObject([{ pending, outcome: { kind: "open" } }]);
    expect(first.signal.aborted).toBe(false);
    await sent(scene, OTHER_HASH);
    expect(current(scene.store)).toMatchObject({ pending: { transactionHash: OTHER_HASH } });

    first.report({ type: "mined", purchase });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "bought", purchase } }]);
    expect(current(scene.store)).toMatchObject({ step: "mining" });
    expect(scene.onMinted).toHaveBeenCalledOnce();
    first.report({ type: "unmined" });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "open" } }]);
    first.outcome.reject(new MintError(reverted));
    await pass();
    expect(earlier(scene.store)).toMatchObject([
      { outcome: { kind: "notBought", failure: reverted } },
    ]);
  });

  it("can be dismissed: it is over, and its transaction is known", async () => {
    const scene = world();
    await sent(scene);
    scene.store.stop();
    const [{ id } = { id: "" }] = earlier(scene.store);
    scene.store.dismissEarlier(id);
    expect(earlier(scene.store)).toEqual([]);
    expect(scene.follows.every(({ signal }) => signal.aborted)).toBe(true);
    expect(scene.browser.unsettled).toEqual([]);
    await sent(scene, OTHER_HASH);
    expect(following(scene).others.has(HASH)).toBe(true);
  });

  it("whose outcome is told can be dismissed too", async () => {
    const scene = world();
    await sent(scene);
    scene.store.stop();
    following(scene).outcome.resolve(purchase);
    await pass();
    const [{ id } = { id: "" }] = earlier(scene.store);
    scene.store.dismissEarlier(id);
    expect(earlier(scene.store)).toEqual([]);
  });
});

describe("a purchase that is mined, and not deep enough yet", () => {
  it("is followed on once it is dismissed, and is shown again if its block is exchanged", async () => {
    const scene = world();
    await sent(scene);
    const first = following(scene);
    first.report({ type: "mined", purchase });
    await sent(scene, OTHER_HASH);
    const [{ id } = { id: "" }] = earlier(scene.store);
    scene.store.dismissEarlier(id);
    expect(earlier(scene.store)).toEqual([]);
    expect(first.signal.aborted).toBe(false);
    first.report({ type: "unmined" });
    expect(earlier(scene.store)).toMatchObject([{ id, outcome: { kind: "open" } }]);
  });

  it("makes room for the next one, and stands beside it", async () => {
    const scene = world();
    await sent(scene);
    following(scene).report({ type: "mined", purchase });
    await sent(scene, OTHER_HASH);
    expect(current(scene.store)).toMatchObject({ pending: { transactionHash: OTHER_HASH } });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "bought", purchase } }]);
  });

  it("is followed on when its success is dismissed", async () => {
    const scene = world();
    await sent(scene);
    following(scene).report({ type: "mined", purchase });
    scene.store.dismiss();
    expect(current(scene.store)).toEqual({ step: "idle" });
    expect(following(scene).signal.aborted).toBe(false);
    following(scene).report({ type: "unmined" });
    expect(earlier(scene.store)).toMatchObject([{ outcome: { kind: "open" } }]);
  });

  it("is not dismissed while it is under way", async () => {
    const scene = world();
    await sent(scene);
    scene.store.dismiss();
    following(scene).report({ type: "noticed", notice: "unseen" });
    expect(current(scene.store)).toMatchObject({ step: "mining", notice: "unseen" });
  });
});

describe("the other purchases", () => {
  it("are known by every transaction that they had, whatever became of them", async () => {
    const scene = world();
    await sent(scene);
    const first = following(scene);
    first.report({ type: "mined", purchase: { ...purchase, transactionHash: REPLACED } });
    await sent(scene, OTHER_HASH);
    const { others } = following(scene);
    const known = () => [HASH, REPLACED.toLowerCase(), OTHER_HASH].map((hash) => others.has(hash));
    expect(known()).toEqual([true, true, false]);
    expect(first.others.has(OTHER_HASH)).toBe(true);
    first.outcome.resolve({ ...purchase, transactionHash: REPLACED });
    await pass();
    expect(known()).toEqual([true, true, false]);
  });

  it("of the same order come first while they are open, the oldest before all", async () => {
    const browser = remembering(stored({ pending: unasked, setAside: true }));
    const scene = world(browser);
    await pass();
    const [old] = scene.follows;
    await asked(scene);
    const { others } = following(scene);
    expect([old?.others.hasOlderTwin(), others.hasOlderTwin()]).toEqual([false, true]);
    old?.report({ type: "nonceKnown", nonce: 9 });
    expect(others.hasOlderTwin()).toBe(false);
  });

  it.each<[string, Partial<PendingPurchase>]>([
    ["another account", { buyer: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" }],
    ["another quantity", { order: { ...order, quantity: 3 } }],
    ["another price", { order: { ...order, payable: 1n } }],
    ["another owner", { order: { ...order, recipient: BUYER } }],
  ])("of %s are none that could be mistaken for it", async (_, fields) => {
    const other = { ...unasked, ...fields };
    const scene = world(remembering(stored({ pending: other, setAside: true })));
    await pass();
    await asked(scene);
    expect(following(scene).others.hasOlderTwin()).toBe(false);
  });

  it("that are found first keep their transaction: this one is looked for again", async () => {
    const scene = world();
    await sent(scene);
    following(scene).report({ type: "mined", purchase });
    await sent(scene, OTHER_HASH);
    const second = following(scene);
    second.report({ type: "mined", purchase });
    expect(current(scene.store)).toMatchObject({ step: "mining" });
    expect(second.signal.aborted).toBe(true);
    expect(following(scene)).not.toBe(second);
  });

  it("give a transaction up to the purchase whose nonce proves it", async () => {
    const scene = world(remembering(stored({ pending: unasked, setAside: true })));
    await pass();
    await sent(scene, OTHER_HASH);
    scene.follows[0]?.report({ type: "mined", purchase });
    following(scene).report({ type: "nonceKnown", nonce: 9 });
    following(scene).report({ type: "mined", purchase });
    expect(current(scene.store)).toMatchObject({ step: "done", purchase });
    expect(earlier(scene.store)).toMatchObject([{ id: "1", outcome: { kind: "open" } }]);
    expect(scene.follows[0]?.signal.aborted).toBe(true);
  });

  it("give a transaction up to the purchase whose wallet names it", async () => {
    const scene = world(remembering(stored({ pending: unasked, setAside: true })));
    await pass();
    await asked(scene);
    scene.follows[0]?.report({ type: "mined", purchase });
    expect(earlier(scene.store)).toMatchObject([{ id: "1", outcome: { kind: "bought" } }]);
    scene.sends[0]?.resolve(HASH);
    await pass();
    expect(earlier(scene.store)).toMatchObject([{ id: "1", outcome: { kind: "open" } }]);
    following(scene).report({ type: "mined", purchase });
    expect(current(scene.store)).toMatchObject({ step: "done", purchase });
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
