import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { MemoryPurchases } from "../../../../test/doubles/page/memory-purchases.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { type Deferred, deferred } from "../../../../test/support/deferred.ts";
import type { Purchaser } from "../../chain/purchase/purchase.ts";
import type { Following } from "../../chain/purchase/settlement.ts";
import { MintError } from "../../domain/mint-failure.ts";
import type { PendingPurchase, Purchase } from "../../domain/sale.ts";
import { createMintStore, type MintStore } from "./mint-store.ts";

/**
 * Random courses of everything that can happen to the store: presses, a wallet that answers late, twice or never, what
 * is learnt of purchases, other tabs and reloads. Whatever the order of it all: a wallet is never asked for two purchases
 * at once, what was sent is never forgotten, and each state can be left.
 */

const RUNS = 500;
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const { order } = pendingPurchase();

/** One purchase as a tab follows it. */
interface Follow {
  readonly pending: () => PendingPurchase;
  readonly report: (following: Following) => void;
  readonly outcome: Deferred<Purchase>;
  readonly signal: AbortSignal;
  /** What this tab has been told of it. */
  mined: boolean;
  ended: boolean;
}

class Tab {
  readonly store: MintStore;
  readonly follows: Follow[] = [];
  /** The request that the wallet shows for this tab. */
  request: Deferred<PendingPurchase> | null = null;
  readonly #close: () => void;

  constructor(world: World) {
    const pending = pendingPurchase({ buyer: BUYER });
    const purchaser: Purchaser = {
      assess: async () => ({
        sale: {
          totalSupply: 6n,
          paused: false,
          affiliateActive: null,
          quote: { quantity: order.quantity, normal: order.payable, payable: order.payable },
        },
        block: 10,
        assessments: [],
      }),
      prepare: async () => ({ ...pending, transaction: { to: BUYER, data: "0x" } }),
      estimateFee: async () => 0n,
      send: () => {
        expect(this.request, "asked twice").toBeNull();
        const request = deferred<PendingPurchase>();
        this.request = request;
        return request.promise;
      },
      hear: () => new Promise(() => undefined),
      follow: (followed, _others, report, signal) => {
        const outcome = deferred<Purchase>();
        this.follows.push({
          pending: followed,
          report,
          outcome,
          signal,
          mined: false,
          ended: false,
        });
        signal.addEventListener("abort", () => outcome.reject(signal.reason));
        return outcome.promise;
      },
    };
    this.store = createMintStore({
      chainId: 1,
      currencySymbol: "ETH",
      wallet: {
        getState: () => ({ status: "connected", address: BUYER }),
        recall: async () => null,
        getProvider: () => ({
          request: async ({ method }) => (method === "eth_accounts" ? [BUYER] : "0x1"),
        }),
      },
      loadPurchaser: async () => purchaser,
      purchases: world.browser.tab(),
      exclusively: async (task) => {
        if (world.locked !== null) return false;
        world.locked = this;
        try {
          await task();
        } finally {
          if (world.locked === this) world.locked = null;
        }
        return true;
      },
    });
    this.#close = this.store.open();
  }

  get current() {
    return this.store.getState().current;
  }

  get earlier() {
    return this.store.getState().earlier;
  }

  /** The page is left: what its wallet answers later is lost. */
  leave(): void {
    this.#close();
  }

  /** Those of its purchases whose outcome is not certain. */
  get followed(): readonly Follow[] {
    return this.follows.filter(({ signal, ended }) => !signal.aborted && !ended);
  }
}

class World {
  readonly browser = new MemoryPurchases();
  /** The tab that asks its wallet. */
  locked: Tab | null = null;
  tabs: Tab[] = [];
  readonly sent: string[] = [];
  #hashes = 0;

  constructor(tabs: number) {
    while (this.tabs.length < tabs) this.tabs.push(new Tab(this));
  }

  tab(which: number): Tab {
    const tab = this.tabs[which % this.tabs.length];
    if (tab === undefined) throw new Error("There is no tab");
    return tab;
  }

  answer(tab: Tab, how: "sends" | "rejects"): void {
    const { request } = tab;
    if (request === null) return;
    tab.request = null;
    if (how === "rejects") {
      request.reject(new MintError({ reason: "rejected" }));
      return;
    }
    this.#hashes += 1;
    const transactionHash = `0x${this.#hashes.toString(16).padStart(64, "0")}`;
    this.sent.push(transactionHash);
    request.resolve(pendingPurchase({ buyer: BUYER, transactionHash, order }));
  }

  reload(tab: Tab): void {
    tab.leave();
    if (this.locked === tab) this.locked = null;
    this.tabs = this.tabs.map((other) => (other === tab ? new Tab(this) : other));
  }

  /** The properties. */
  check(): void {
    const requests = this.tabs.filter(({ request }) => request !== null);
    expect(requests.length, "two requests at once").toBeLessThanOrEqual(1);

    const known = new Set([
      ...[...this.browser.unsettled.values()].map(({ pending }) => pending.transactionHash),
      ...[...this.browser.settled.values()].flat(),
    ]);
    for (const hash of this.sent) expect(known.has(hash), `${hash} is forgotten`).toBe(true);

    const everywhere = this.tabs.flatMap((tab) =>
      tab.followed.map(({ pending }) => pending().transactionHash),
    );
    for (const { pending } of this.browser.unsettled.values()) {
      expect(everywhere, "not followed").toContain(pending.transactionHash);
    }

    for (const tab of this.tabs) {
      const { current, earlier } = tab;
      const asks = current.step === "sending" || current.step === "unanswered";
      expect(asks, `${current.step} while the wallet ${tab.request ? "asks" : "is idle"}`).toBe(
        tab.request !== null,
      );
      const shown = earlier.map(({ pending }) => pending.transactionHash);
      expect(new Set(shown).size, "told twice").toBe(shown.length);
      if ("pending" in current) expect(shown).not.toContain(current.pending.transactionHash);
      // What is open is followed, and stands on the page.
      const followed = tab.followed.map(({ pending }) => pending().transactionHash);
      expect(new Set(followed).size, "followed twice").toBe(followed.length);
      if (current.step === "mining") expect(followed).toContain(current.pending.transactionHash);
      for (const { outcome, pending } of earlier) {
        if (outcome.kind === "open") expect(followed).toContain(pending.transactionHash);
      }
      const stands = "pending" in current ? [...shown, current.pending.transactionHash] : shown;
      for (const { pending, mined } of tab.followed) {
        if (!mined) expect(stands, "not shown").toContain(pending().transactionHash);
      }
    }
  }

  /** However it came there: the visitor can leave each state, and buy. */
  async leaveAll(): Promise<void> {
    for (const tab of this.tabs) {
      tab.store.stop();
      if (tab.request !== null) {
        expect(tab.current.step).toBe("unanswered");
        tab.store.dismiss();
        expect(tab.current).toMatchObject({ step: "unanswered", failure: null });
        this.answer(tab, "rejects");
        await settle();
      }
      tab.store.dismiss();
      expect(tab.current).toEqual({ step: "idle" });
      for (const { id } of tab.earlier) tab.store.dismissEarlier(id);
      await settle();
    }
    const tab = this.tab(0);
    for (const other of this.tabs)
      for (const { id } of other.earlier) other.store.dismissEarlier(id);
    tab.store.start(order);
    await settle();
    expect(tab.current.step).toBe("sending");
    this.check();
  }
}

/** Other tabs hear of a change 50 ms later. */
const settle = () => vi.advanceTimersByTimeAsync(60);

type Step = (world: World) => void;
const named = (name: string, step: Step) => Object.assign(step, { toString: () => name });
const which = fc.nat(3);

/** Something that becomes of a purchase that is followed by this tab. */
const followed = (name: string, learn: (follow: Follow) => void) =>
  fc.tuple(which, which).map(([at, index]) =>
    named(`${name} ${at}/${index}`, (world) => {
      const { followed } = world.tab(at);
      const follow = followed[index % Math.max(1, followed.length)];
      if (follow !== undefined) learn(follow);
    }),
  );

const boughtBy = ({ pending }: Follow): Purchase => ({
  transactionHash: pending().transactionHash,
  firstTokenId: 7n,
  quantity: order.quantity,
});

const visitor = (name: string, act: (store: MintStore) => void) =>
  which.map((at) => named(`${name} ${at}`, (world) => act(world.tab(at).store)));

const steps = fc.oneof(
  { weight: 6, arbitrary: visitor("press", (store) => store.start(order)) },
  { weight: 3, arbitrary: visitor("stop", (store) => store.stop()) },
  { weight: 3, arbitrary: visitor("dismiss", (store) => store.dismiss()) },
  {
    weight: 1,
    arbitrary: visitor("dismiss earlier", (store) => {
      const [oldest] = store.getState().earlier;
      if (oldest !== undefined) store.dismissEarlier(oldest.id);
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(which, fc.constantFrom("sends" as const, "rejects" as const))
      .map(([at, how]) => named(`${how} ${at}`, (world) => world.answer(world.tab(at), how))),
  },
  {
    weight: 2,
    arbitrary: followed("notice", ({ report }) => report({ type: "noticed", notice: "unseen" })),
  },
  {
    weight: 3,
    arbitrary: followed("mine", (follow) => {
      if (follow.mined) return;
      follow.mined = true;
      follow.report({ type: "mined", purchase: boughtBy(follow) });
    }),
  },
  {
    weight: 2,
    arbitrary: followed("unmine", (follow) => {
      if (!follow.mined) return;
      follow.mined = false;
      follow.report({ type: "unmined" });
    }),
  },
  {
    weight: 2,
    arbitrary: followed("settle", (follow) => {
      follow.ended = true;
      follow.outcome.resolve(boughtBy(follow));
    }),
  },
  {
    weight: 1,
    arbitrary: followed("deny", (follow) => {
      // A mined purchase is taken back before it is denied.
      if (follow.mined) return;
      follow.ended = true;
      follow.outcome.reject(new MintError({ reason: "replaced" }));
    }),
  },
  { weight: 1, arbitrary: which.map((at) => named(`reload ${at}`, (w) => w.reload(w.tab(at)))) },
);

it("never asks twice at once, never forgets what was sent, and can always be left", async () => {
  vi.useFakeTimers();
  const courses = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 }),
    fc.array(steps, { minLength: 5, maxLength: 30, size: "max" }),
    async (tabs, sequence) => {
      const world = new World(tabs);
      try {
        for (const step of sequence) {
          step(world);
          await settle();
          world.check();
        }
        await world.leaveAll();
      } finally {
        for (const tab of world.tabs) tab.leave();
      }
    },
  );
  await fc.assert(courses, { numRuns: RUNS, seed: 1_400 });
}, 120_000);
