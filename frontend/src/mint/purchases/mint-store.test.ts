import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { MemoryPurchases } from "../../../../test/doubles/page/memory-purchases.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { type Deferred, deferred } from "../../../../test/support/deferred.ts";
import { run, type Step, tell } from "../../../../test/support/stories.ts";
import type { Purchaser } from "../../chain/purchase/purchase.ts";
import type { Others } from "../../chain/purchase/sale-search.ts";
import type { Following } from "../../chain/purchase/settlement.ts";
import { MintError, type MintFailure } from "../../domain/mint/mint-failure.ts";
import type { Order } from "../../domain/order/order.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/purchase.ts";
import { feeMessage } from "../../domain/words/fee-words.ts";
import { createMintStore, type MintStorePorts } from "./mint-store.ts";
import type { Intent, PurchaseJournal } from "./purchase-journal.ts";

const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;
const REPLACED = `0x${"EF".repeat(32)}`;
const NOW = 1_900_000_000_000;

const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: 100n };
const pending = pendingPurchase({ transactionHash: HASH, buyer: BUYER, order });
const unasked = { ...pending, transactionHash: null };
const purchase: Purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 2 };
const stored = (fields: Partial<Intent> = {}): Intent => ({
  id: "1",
  askedAt: 1,
  pending,
  found: null,
  setAside: false,
  settled: null,
  ...fields,
});

const reverted: MintFailure = { reason: "reverted", refusal: null };
const rejected: MintFailure = { reason: "rejected" };
const open = { outcome: { kind: "open" } };
const bought = { outcome: { kind: "bought", purchase } };
const notBought = (failure: MintFailure) => ({ outcome: { kind: "notBought", failure } });
const waits = { step: "sending", id: "1", order, restored: true };
const mined: Following = { type: "mined", purchase };
const unmined: Following = { type: "unmined" };
const nonceKnown: Following = { type: "nonceKnown", nonce: 9 };
const noticed = (notice: "unclear" | "unseen"): Following => ({ type: "noticed", notice });

interface Follow {
  readonly pending: () => PendingPurchase;
  readonly askedAt: number;
  readonly others: Others;
  readonly report: (following: Following) => void;
  readonly signal: AbortSignal;
  readonly outcome: Deferred<Purchase>;
}

type Recall = MintStorePorts["wallet"]["recall"];
const knowsNothing: Recall = async () => null;

function world(
  browser = new MemoryPurchases(),
  purchases: PurchaseJournal = browser.tab(),
  recall: Recall = knowsNothing,
) {
  const follows: Follow[] = [];
  const sends: Deferred<string>[] = [];
  const sale = {
    ...fakeSale({ totalSupply: 6n }),
    quote: { quantity: 2, normal: 100n, payable: 100n },
  };
  const purchaser = {
    assess: async () => ({ sale, block: 10, answers: [] }),
    prepare: async () => ({ ...pending, transaction: { to: BUYER, data: "0x" } }),
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
      recall: vi.fn(recall),
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
  const store = createMintStore(ports);
  const endListening = store.listen({ onSale, onMinted });
  const close = store.open();
  return {
    browser,
    ports,
    purchaser,
    follows,
    sends,
    sale,
    store,
    close,
    endListening,
    onSale,
    onMinted,
  };
}

/** The tab that the steps below are about. */
let tab: ReturnType<typeof world>;
let otherTab: ReturnType<typeof world>;

beforeEach(() => {
  vi.useFakeTimers();
  tab = world();
});

const current = () => tab.store.getState().current;
const earlier = () => tab.store.getState().earlier;
const isAlive = ({ signal }: Follow) => !signal.aborted;

/** @param hash that of the purchase; by default, the last purchase */
function following(hash?: string | null): Follow {
  const alive = tab.follows.filter(isAlive);
  const found =
    hash === undefined
      ? alive.at(-1)
      : alive.find(({ pending: followed }) => followed().transactionHash === hash);
  if (found === undefined) throw new Error("It is not followed");
  return found;
}

const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const pass = (ms: number) => () => wait(ms);

function opens(...intents: readonly Intent[]): Step {
  return () => {
    const browser = new MemoryPurchases();
    for (const intent of intents) browser.intents.set(intent.id, intent);
    tab = world(browser);
    return wait();
  };
}

/** An earlier visit asked a wallet that the browser may still reach. */
function reopens(recall: Recall, askedAt = NOW): Step {
  return () => {
    vi.setSystemTime(NOW);
    const browser = new MemoryPurchases();
    browser.intents.set("1", stored({ askedAt, pending: unasked }));
    tab = world(browser, browser.tab(), recall);
    return wait();
  };
}

const opensAnotherTab = () => {
  otherTab = world(tab.browser);
};
const inOtherTab =
  (...steps: readonly Step[]): Step =>
  async () => {
    [tab, otherTab] = [otherTab, tab];
    await run(steps);
    [tab, otherTab] = [otherTab, tab];
  };
const inJournal = (fields: Partial<Intent>) => () => {
  tab.browser.intents.set("0", stored({ id: "0", ...fields }));
};
const leaves = () => tab.close();
const keepsNothing = () => {
  tab = world(tab.browser, { ...tab.browser.tab(), keeps: () => false });
};

const start = async () => {
  tab.store.start(order);
  await wait();
};
/** Purchases of the same millisecond would have ids in a random order. */
const ask = async () => {
  await wait(1);
  await start();
};
const answer = (hash: string, request?: number) => async () => {
  tab.sends.at(request ?? -1)?.resolve(hash);
  await wait();
};
const refuse = (failure: MintFailure) => async () => {
  tab.sends.at(-1)?.reject(new MintError(failure));
  await wait();
};
const send =
  (hash = HASH) =>
  () =>
    run([ask, answer(hash)]);
const report = (told: Following, hash?: string | null) => () => following(hash).report(told);
const settle = (hash?: string) => async () => {
  following(hash).outcome.resolve(purchase);
  await wait();
};
const deny =
  (error: Error, hash?: string | null): Step =>
  async () => {
    following(hash).outcome.reject(error);
    await wait();
  };
const stop = () => tab.store.stop();
const dismiss = () => tab.store.dismiss();
const dismissEarlier = () => tab.store.dismissEarlier(earlier()[0]?.id ?? "");

const shows = (state: object) => () => expect(current()).toMatchObject(state);
const showsExactly = (state: object) => () => expect(current()).toEqual(state);
const isIdle = showsExactly({ step: "idle" });
const lists = (...purchases: readonly object[]) => {
  return () => expect(earlier()).toMatchObject(purchases);
};
const isOpenInJournal = (...intents: readonly object[]) => {
  return () => expect(tab.browser.unsettled).toMatchObject(intents);
};
const inJournalAre = (...intents: readonly object[]) => {
  return () => expect([...tab.browser.intents.values()]).toMatchObject(intents);
};
const hasAsked = (times: number) => () => expect(tab.sends).toHaveLength(times);
const follows = (...isFollowed: readonly boolean[]) => {
  return () => expect(tab.follows.map(isAlive)).toEqual(isFollowed);
};
const followsNothing = () => expect(tab.follows.filter(isAlive)).toEqual([]);
const warns = (warning: string) => () => expectWarning(warning);

describe("a purchase", () => {
  it("is in the journal from the wallet's question on, and until it is certain", async () => {
    const { browser, store, onSale, onMinted } = tab;
    const steps: string[] = [];
    store.subscribe(() => steps.push(current().step));
    await ask();
    const id = expect.any(String);
    const record = { id, askedAt: Date.now(), pending: expect.objectContaining(unasked) };
    expect(browser.unsettled).toEqual([{ ...record, found: null, setAside: false, settled: null }]);
    expect(following().askedAt).toBe(Date.now());
    await run([
      answer(HASH),
      shows({ step: "mining", pending, notice: "none", kept: true }),
      isOpenInJournal({ pending, found: null }),
    ]);
    expect(steps).toEqual(["checking", "sending", "mining"]);
    expect(onSale).toHaveBeenCalledExactlyOnceWith(tab.sale);

    await run([
      report(mined),
      shows({ step: "done", pending, purchase }),
      isOpenInJournal({ found: HASH }),
    ]);
    expect(onMinted).toHaveBeenCalledOnce();

    await run([
      settle(),
      shows({ step: "done", pending, purchase }),
      inJournalAre({ found: HASH, settled: "certain" }),
    ]);
    expect(onMinted).toHaveBeenCalledOnce();
  });

  tell({
    "shows what is noticed on the way": [
      [send(), report(noticed("unclear")), shows({ step: "mining", notice: "unclear" })],
    ],
    "that is reorganised away is waited for again": [
      [send(), report(mined), report(unmined), shows({ step: "mining", notice: "reorganised" })],
      [isOpenInJournal({ found: null })],
    ],
    "keeps the nonce that endpoints tell, for the time after a reload": [
      [send(), report(nonceKnown), isOpenInJournal({ pending: { nonce: 9 } })],
      [() => expect(following().pending().nonce).toBe(9)],
    ],
    "fails with the reason, and ends": [
      [send(), deny(new MintError(reverted))],
      [shows({ step: "failed", failure: reverted, transactionHash: HASH }), lists()],
      [isOpenInJournal()],
    ],
    "is never denied because it can't be followed: it is tried again": [
      [warns("A purchase could not be followed"), send()],
      [deny(new RangeError("a fault of this page")), pass(3_999), shows({ step: "mining" })],
      [isOpenInJournal({ pending }), () => expect(tab.follows).toHaveLength(2)],
      [pass(1), () => expect(tab.follows).toHaveLength(3)],
    ],
    "is never denied because the code that follows it can't be loaded": [
      [warns("A purchase could not be followed"), opens(stored()), leaves],
      [() => tab.ports.loadPurchaser.mockRejectedValueOnce(new TypeError("Failed to fetch"))],
      [() => tab.store.open(), pass(0), shows({ step: "mining" }), isOpenInJournal({ pending })],
      [pass(4_000), () => expect(following().pending()).toEqual(pending)],
    ],
    "says when the browser does not remember it": [
      [keepsNothing, send(), shows({ step: "mining", kept: false })],
    ],
  });
});

describe("the wallet's answer", () => {
  tell({
    "is not needed: the sale's event tells": [
      [ask, report(mined), shows({ step: "done", purchase })],
      [answer(HASH), shows({ step: "done", purchase }), isOpenInJournal({ pending, found: HASH })],
      [follows(true)],
    ],
    "changes nothing once the purchase is certain": [
      [ask, report(mined), settle(), answer(HASH), followsNothing, isOpenInJournal()],
    ],
    "that names another transaction than the sale that was found counts more": [
      [ask, report({ type: "mined", purchase: { ...purchase, transactionHash: OTHER_HASH } })],
      [answer(HASH), shows({ step: "mining", pending }), isOpenInJournal({ pending, found: null })],
    ],
    "does not deny a sale that the chain has shown": [
      [inJournal({ settled: "refused", pending: unasked })],
      [ask, report(mined), refuse(rejected), shows({ step: "done", purchase })],
      [isOpenInJournal({ found: HASH })],
    ],
    "appears among the earlier purchases if it is a refusal after the visitor stopped waiting": [
      [ask, stop, refuse(rejected), isIdle, lists(notBought(rejected))],
    ],
    "that refuses ends the purchase": [
      [ask, refuse(rejected), shows({ step: "failed", failure: rejected, transactionHash: null })],
      [inJournalAre({ settled: "refused" }), followsNothing],
    ],
    "that comes a day late is looked for as often as a new purchase": [
      [ask, pass(86_400_000), answer(HASH)],
      [() => expect(Date.now() - following().askedAt).toBe(60_000)],
    ],
    "with the hash of another purchase is none of this one, and leaves the other as it is": [
      [send(), report(mined), send(HASH.toUpperCase().replace("0X", "0x"))],
      [shows({ step: "failed", failure: { reason: "noTransactionHash" } })],
      [lists(bought, { ...open, pending: { transactionHash: null } })],
      [settle(HASH), lists(bought, {})],
    ],
    "to the page that was left is kept for the next one": [
      [ask, leaves, answer(HASH), isOpenInJournal({ pending }), followsNothing, isIdle, lists()],
    ],
  });

  it.each<MintFailure>([
    { reason: "walletFailed" },
    { reason: "noTransactionHash" },
    { reason: "walletOffline" },
    { reason: "walletOffNetwork" },
    { reason: "walletLimited" },
  ])("of %o leaves open what was sent: it is followed, and Mint is free", (failure) =>
    run([
      ask,
      refuse(failure),
      shows({ step: "failed", failure }),
      lists(open),
      isOpenInJournal({ setAside: true }),
      report(mined),
      lists(bought),
      shows({ step: "failed", failure }),
      send(OTHER_HASH),
      shows({ step: "mining" }),
    ]),
  );
});

describe("one at a time", () => {
  tell({
    "whatever is pressed while one is under way": [
      [() => tab.store.start(order), start, start, hasAsked(1)],
      [answer(HASH), start, hasAsked(1), shows({ step: "mining" })],
    ],
    "unless the visitor stops waiting for it; its late answer counts all the same": [
      [ask, stop, isIdle, lists({ ...open, pending: { transactionHash: null } })],
      [ask, hasAsked(2)],
      [answer(HASH, 0), shows({ step: "sending" }), lists({ pending, ...open })],
    ],
    "not while another tab asks a wallet": [
      [() => tab.ports.exclusively.mockResolvedValueOnce(false), ask],
      [shows({ step: "failed", failure: { reason: "otherTabAsks" } }), hasAsked(0)],
    ],
    "not while one is open that another tab has asked for at the same moment": [
      [
        () =>
          tab.ports.exclusively.mockImplementationOnce(async (task) => {
            inJournal({ pending: unasked })();
            await task();
            return true;
          }),
        ask,
      ],
      [hasAsked(0), shows({ failure: { reason: "notSettled" } }), lists({ id: "0", ...open })],
    ],
  });

  it.each<[string, Partial<Intent>]>([
    ["sent", {}],
    ["asked for", { pending: unasked }],
  ])("not while one is open that another tab has %s", (_, fields) =>
    run([
      inJournal(fields),
      ask,
      hasAsked(0),
      shows({ step: "failed", failure: { reason: "notSettled" } }),
      ask,
      hasAsked(0),
    ]),
  );

  it.each<Partial<Intent>>([{ found: HASH }, { setAside: true }, { settled: "certain" }])(
    "but beside one that is %o",
    (fields) => run([inJournal(fields), ask, hasAsked(1)]),
  );
});

describe("after a reload", () => {
  const second = { ...pending, transactionHash: OTHER_HASH };

  tell({
    "a purchase is looked for again, and Mint waits for it": [
      [opens(stored())],
      [showsExactly({ step: "mining", id: "1", pending, notice: "remembered", kept: true })],
      [ask, hasAsked(0)],
      [settle(), shows({ step: "done", pending, purchase })],
    ],
    "one that was set aside stands beside, and another can be bought": [
      [opens(stored({ setAside: true })), isIdle],
      [() => expect(earlier()).toEqual([{ id: "1", pending, ...open }])],
      [send(OTHER_HASH), shows({ step: "mining" })],
    ],
    "several are all followed, the oldest as what the page is about": [
      [opens(stored({ id: "2", pending: second }), stored()), shows({ id: "1" })],
      [lists({ id: "2" }), follows(true, true)],
    ],
    "one that has settled is not followed any more": [
      [opens(stored({ settled: "certain" })), isIdle, follows()],
    ],
  });

  it("nothing is followed any more by the page that was left", async () => {
    await run([send()]);
    const left = following();
    tab.close();
    followsNothing();
    expect(tab.store.getState()).toEqual({ current: { step: "idle" }, earlier: [], fee: null });
    isOpenInJournal({ pending })();
    left.report(mined);
    isIdle();
  });
});

it("a page that has stopped listening hears of no sale", async () => {
  const { endListening, onSale, onMinted } = tab;
  endListening();
  await run([send(), report(mined), shows({ step: "done" })]);
  expect([onSale, onMinted].map((heard) => heard.mock.calls)).toEqual([[], []]);
});

describe("a request that the wallet had not answered when the page was left", () => {
  const LATE = NOW - 600_001;

  it("is waited for with its own order, and followed once it is sent", async () => {
    const late = deferred<unknown>();
    await run([reopens(async () => ({ answer: late.promise })), showsExactly(waits)]);
    expect(tab.ports.wallet.recall).toHaveBeenCalledExactlyOnceWith(NOW);
    expect(tab.purchaser.hear).toHaveBeenCalledExactlyOnceWith(late.promise);
    late.resolve(HASH);
    await run([
      pass(0),
      shows({ step: "mining", id: "1", pending, notice: "none" }),
      // The page no longer searches for this purchase's sale.
      follows(false, true),
    ]);
  });

  it("fails if the wallet then refuses it", async () => {
    const late = deferred<unknown>();
    await run([reopens(async () => ({ answer: late.promise }))]);
    late.reject(new MintError(rejected));
    await run([pass(0), shows({ step: "failed", failure: rejected }), isOpenInJournal()]);
  });

  tell({
    "is kept though the wallet knows nothing of it: an injected one never says": [
      [reopens(knowsNothing), showsExactly(waits)],
      [ask, hasAsked(0)],
      [report(mined), shows({ step: "done", id: "1", purchase })],
    ],
    "is kept though the wallet's answer can't be had": [
      [warns("The wallet's late answer could not be had")],
      [reopens(() => Promise.reject(new TypeError("Failed to fetch"))), showsExactly(waits)],
    ],
    "is the latest that is open": [
      [() => vi.setSystemTime(NOW)],
      [
        opens(
          stored({ askedAt: NOW - 3, pending: unasked }),
          stored({ id: "2", askedAt: NOW - 2, pending: unasked, setAside: true }),
          stored({ id: "3", askedAt: NOW - 1, pending: unasked, settled: "refused" }),
          stored({ id: "4", askedAt: NOW }),
        ),
      ],
      [() => expect(tab.ports.wallet.recall).toHaveBeenCalledExactlyOnceWith(NOW - 2)],
    ],
    "is followed for as long as it takes, and asked for at the relay no longer than it answers": [
      [reopens(knowsNothing, LATE), () => expect(tab.ports.wallet.recall).not.toHaveBeenCalled()],
      [showsExactly(waits), () => expect(following().askedAt).toBe(LATE)],
    ],
    "is left by the visitor, and found beside the next purchase": [
      [reopens(knowsNothing), stop, isIdle],
      [send(OTHER_HASH), report(mined, null), shows({ step: "mining" })],
      [lists({ id: "1", ...bought })],
    ],
    "does not answer for a later purchase, nor end its request": [
      [opens(stored({ pending: unasked, setAside: true })), ask, report(mined, null)],
      [shows({ step: "sending" }), isOpenInJournal({ found: HASH }, { found: null })],
      [deny(new MintError(reverted), null), shows({ step: "sending" })],
      [refuse(rejected), shows({ failure: rejected })],
      [inJournalAre({ id: "1", found: HASH, settled: "certain" }, {})],
    ],
  });
});

describe("another tab", () => {
  beforeEach(opensAnotherTab);

  tell({
    "takes up a purchase, and settles it for itself": [
      [send(), pass(50), inOtherTab(shows({ step: "mining", notice: "remembered", pending }))],
      [settle(), pass(50)],
      [
        inOtherTab(
          shows({ step: "mining" }),
          settle(),
          pass(0),
          shows({ step: "done", pending, purchase }),
        ),
      ],
    ],
    "shows a request of this one, and leaves it when the wallet refuses": [
      [ask, pass(50), inOtherTab(shows({ step: "sending", restored: true })), refuse(rejected)],
      [pass(50), inOtherTab(isIdle, lists(), followsNothing)],
    ],
    "shows a request as sent only after the wallet has answered": [
      [ask, pass(50), report(nonceKnown), pass(50), inOtherTab(shows({ step: "sending" }))],
    ],
    "hears what the wallet has sent": [
      [ask, pass(50), answer(HASH), pass(50)],
      [
        inOtherTab(shows({ step: "mining", pending }), () =>
          expect(following().pending()).toMatchObject(pending),
        ),
      ],
    ],
    "shows a purchase of this one as soon as it shows nothing else and the wallet has answered": [
      [send(), pass(50), inOtherTab(settle(), shows({ step: "done" }))],
      [settle(), ask, pass(50), inOtherTab(dismiss, lists(open))],
      [report(nonceKnown), pass(50), inOtherTab(isIdle)],
      [answer(OTHER_HASH), pass(50), inOtherTab(shows({ step: "mining" }))],
    ],
    "sets a purchase aside here too": [
      [send(), pass(50), stop, pass(50)],
      // A later report in this tab must not undo that.
      [inOtherTab(isIdle, lists(open), report(nonceKnown))],
      [isOpenInJournal({ setAside: true, pending: { nonce: 9 } })],
    ],
    "dismisses a purchase here too": [
      [send(), pass(50), stop, pass(50), inOtherTab(lists(open))],
      [dismissEarlier, pass(50), inOtherTab(lists(), followsNothing)],
    ],
    "can't dismiss what this one shows as bought": [
      [send(), pass(50), report(mined), inOtherTab(stop, dismissEarlier), pass(50)],
      [shows({ step: "done" }), follows(false, true)],
    ],
    "tells the nonce that it has learnt": [
      [send(), pass(50), report(nonceKnown), pass(50)],
      [inOtherTab(() => expect(following().pending().nonce).toBe(9))],
      // It goes on following, and a later report in this tab must keep the nonce.
      [inOtherTab(follows(true))],
      [inOtherTab(report(mined))],
      [isOpenInJournal({ found: HASH, pending: { nonce: 9 } })],
    ],
  });
});

describe("a purchase that is set aside", () => {
  tell({
    "stands beside the next one, and is followed on": [
      [send(), stop, isIdle, lists({ pending, ...open })],
      [send(OTHER_HASH), shows({ step: "mining", pending: { transactionHash: OTHER_HASH } })],
      [report(mined, HASH), lists(bought), shows({ step: "mining" })],
      [() => expect(tab.onMinted).toHaveBeenCalledOnce()],
      [report(unmined, HASH), lists(open)],
      [deny(new MintError(reverted), HASH), lists(notBought(reverted))],
    ],
    "can be dismissed: it is over, and its transaction is known": [
      [send(), stop, dismissEarlier, lists(), followsNothing, isOpenInJournal()],
      [send(OTHER_HASH), () => expect(following().others.has(HASH)).toBe(true)],
    ],
    "stays dismissed, whatever its endpoints said at that moment": [
      [send(), stop],
      [
        () => {
          const { report: reportLate, outcome } = following();
          outcome.resolve(purchase);
          dismissEarlier();
          reportLate(mined);
        },
      ],
      [pass(0), lists(), inJournalAre({ found: null, settled: "dismissed" })],
    ],
    "can be dismissed once its outcome is shown": [
      [send(), stop, settle(), dismissEarlier, lists()],
    ],
  });
});

describe("a purchase that is mined, and not deep enough yet", () => {
  tell({
    "is followed on once it is dismissed, and is shown again if its block is exchanged": [
      [send(), report(mined), send(OTHER_HASH), dismissEarlier, lists()],
      [report(unmined, HASH), lists({ pending, ...open })],
    ],
    "makes room for the next one, and stands beside it": [
      [send(), report(mined), send(OTHER_HASH)],
      [shows({ pending: { transactionHash: OTHER_HASH } }), lists(bought)],
    ],
    "leaves no trace beside the next one if it is certain by then": [
      [send(), report(mined), settle(), ask, lists()],
    ],
    "is followed on when its success is dismissed": [
      [send(), report(mined), dismiss, isIdle, lists()],
      [report(unmined), lists(open)],
    ],
    "is not set aside": [
      [send(), report(mined), stop, shows({ step: "done" }), isOpenInJournal({ setAside: false })],
    ],
    "is not dismissed while it is under way": [
      [send(), dismiss, report(noticed("unseen")), shows({ step: "mining", notice: "unseen" })],
      [stop, lists(open)],
    ],
  });
});

describe("the other purchases", () => {
  it("are known by every transaction that they had, whatever became of them", async () => {
    const replaced = { ...purchase, transactionHash: REPLACED };
    await run([send()]);
    const first = following();
    await run([report({ type: "mined", purchase: replaced }), send(OTHER_HASH)]);
    const { others } = following();
    const known = () => [HASH, REPLACED.toLowerCase(), OTHER_HASH].map((hash) => others.has(hash));
    expect(known()).toEqual([true, true, false]);
    expect(first.others.has(OTHER_HASH)).toBe(true);
    first.outcome.resolve(replaced);
    await wait();
    expect(known()).toEqual([true, true, false]);
  });

  it("are told apart by what their wallets named, and by their account's nonces", async () => {
    const stranger = { ...pending, nonce: 3, buyer: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" };
    const own = { ...unasked, nonce: 9, buyer: BUYER.toLowerCase() };
    const found = { found: OTHER_HASH, settled: "certain" } as const;
    const [one, two] = [stored({ ...found, pending: own }), stored({ id: "2", pending: stranger })];
    await run([opens(one, { ...two, setAside: true }), ask]);
    const { others } = following();
    expect([HASH.toUpperCase(), OTHER_HASH].map(others.names)).toEqual([true, false]);
    expect([9, 3].map(others.usesNonce)).toEqual([true, false]);
  });

  it("of the same order come first while they are open, the oldest before all", async () => {
    const settled = stored({ id: "0", settled: "certain" });
    await run([opens(settled, stored({ pending: unasked, setAside: true })), ask]);
    const [old, later] = tab.follows;
    expect([old?.others.hasOlderTwin(), later?.others.hasOlderTwin()]).toEqual([false, true]);
    old?.report(nonceKnown);
    expect(later?.others.hasOlderTwin()).toBe(false);
  });

  const unlike = (fields: Partial<PendingPurchase>) => ({ pending: { ...unasked, ...fields } });

  it.each<[string, Partial<Intent>]>([
    ["another account", unlike({ buyer: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" })],
    ["another quantity", unlike({ order: { ...order, quantity: 3 } })],
    ["another price", unlike({ order: { ...order, payable: 1n } })],
    ["another owner", unlike({ order: { ...order, recipient: BUYER } })],
    ["a transaction that was found", { found: OTHER_HASH }],
    ["an outcome that is certain", { settled: "certain" }],
  ])("with %s are none that could be mistaken for it", (_, fields) =>
    run([
      opens(stored({ pending: unasked, setAside: true, ...fields })),
      ask,
      () => expect(following().others.hasOlderTwin()).toBe(false),
    ]),
  );

  tell({
    "that are found first keep their transaction: this one is looked for again": [
      [send(), report(mined), send(OTHER_HASH), follows(false, true, false, true)],
      [report(mined, OTHER_HASH), shows({ step: "mining" })],
      [follows(false, true, false, false, true)],
    ],
    "give a transaction up to the purchase whose nonce proves it": [
      [opens(stored({ pending: unasked, setAside: true })), send(OTHER_HASH), report(mined, null)],
      [report(nonceKnown, OTHER_HASH), report(mined, OTHER_HASH)],
      [shows({ step: "done", purchase }), lists({ id: "1", ...open })],
      [follows(false, false, true, true)],
    ],
    "give a transaction up to the purchase whose wallet names it": [
      [opens(stored({ pending: unasked, setAside: true })), ask, report(mined, null)],
      [lists({ id: "1", outcome: { kind: "bought" } })],
      [answer(HASH), lists({ id: "1", ...open })],
      [report(mined, HASH), shows({ step: "done", purchase })],
    ],
  });
});

describe("the network fee", () => {
  const estimate = () => tab.store.estimateFee(order, BUYER);
  const told = (wei: bigint) => () =>
    expect(tab.store.getState().fee).toEqual({
      wei,
      words: feeMessage(wei, "ETH", order.payable),
    });
  const estimates = (times: number) => () =>
    expect(tab.purchaser.estimateFee).toHaveBeenCalledTimes(times);
  const hides = (hidden: boolean) => () => vi.stubGlobal("document", { hidden });

  it("is estimated again every 5 s for a minute, then every 15 s", async () => {
    const at: number[] = [];
    tab.purchaser.estimateFee.mockImplementation(async () => {
      at.push(Date.now());
      return 0n;
    });
    const shownAt = Date.now();
    estimate();
    await wait(90_000);
    const soon = Array.from({ length: 12 }, (_, index) => 400 + index * 5_000);
    expect(at.map((time) => time - shownAt)).toEqual([...soon, 70_400, 85_400]);
  });

  it("is not told, nor estimated again, if it comes after the order has changed", async () => {
    const late = deferred<bigint>();
    tab.purchaser.estimateFee.mockReturnValueOnce(late.promise);
    const end = estimate();
    await wait(400);
    end();
    late.resolve(1n);
    await run([pass(60_000), estimates(1)]);
    expect(tab.store.getState().fee).toBeNull();
  });

  it("is estimated again while the order is looked at, until it is another one", async () => {
    const end = estimate();
    await run([pass(400), told(10n ** 15n)]);
    expect(tab.purchaser.estimateFee).toHaveBeenCalledExactlyOnceWith(order, BUYER);
    tab.purchaser.estimateFee.mockResolvedValue(2n * 10n ** 15n);
    await run([pass(4_999), estimates(1), pass(1), estimates(2), told(2n * 10n ** 15n)]);
    end();
    expect(tab.store.getState().fee).toBeNull();
    await run([pass(60_000), estimates(2)]);
  });

  tell({
    "stays as it was told last when it can't be estimated again, which is tried every 15 s then": [
      [estimate, pass(400)],
      [() => tab.purchaser.estimateFee.mockRejectedValueOnce(new Error("down")), pass(5_000)],
      [estimates(2), told(10n ** 15n)],
      [pass(14_999), estimates(2)],
      [pass(1), estimates(3)],
    ],
    "is not estimated again while the page is hidden": [
      [estimate, pass(400), hides(true), pass(60_000), estimates(1)],
      [hides(false), pass(15_000), estimates(2)],
    ],
    "is estimated once though the page is hidden": [
      [hides(true), estimate, pass(400), told(10n ** 15n)],
    ],
    "is not estimated if there is nothing to pay": [
      [() => tab.store.estimateFee({ ...order, payable: 0n }, BUYER), pass(400), estimates(0)],
    ],
    "is not estimated again while a purchase is under way": [
      [estimate, pass(400), () => tab.store.start(order), pass(60_000), estimates(1)],
    ],
  });
});
