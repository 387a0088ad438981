import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { MemoryPurchases } from "../../../../test/doubles/page/memory-purchases.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { type Deferred, deferred } from "../../../../test/support/deferred.ts";
import type { Purchaser } from "../../chain/purchase/purchase.ts";
import type { Following } from "../../chain/purchase/settlement.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/sale.ts";
import { createMintStore, type MintStore } from "./mint-store.ts";
import { isOpen } from "./purchase-journal.ts";

/**
 * Random sequences of clicks, late wallet answers, other tabs and reloads. The page asks no wallet
 * while a purchase is open, loses no purchase, and has a button out of each state.
 */

const RUNS = 150;
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const { order } = pendingPurchase();

interface Follow {
  readonly id: string;
  readonly pending: () => PendingPurchase;
  readonly report: (following: Following) => void;
  readonly outcome: Deferred<Purchase>;
  readonly signal: AbortSignal;
  mined: boolean;
  ended: boolean;
}

interface Request {
  readonly id: string;
  readonly tab: Tab;
  readonly answer: Deferred<string>;
}

class Tab {
  readonly store: MintStore;
  readonly follows: Follow[] = [];
  isLeft = false;
  readonly #close: () => void;

  constructor(world: World) {
    const pending = pendingPurchase({ buyer: BUYER });
    const purchaser: Purchaser = {
      assess: async () => ({
        sale: {
          ...fakeSale({ totalSupply: 6n }),
          quote: { quantity: order.quantity, normal: order.payable, payable: order.payable },
        },
        block: 10,
        assessments: [],
      }),
      prepare: async () => ({ ...pending, transaction: { to: BUYER, data: "0x" } }),
      estimateFee: async () => 0n,
      send: () => {
        const asked = world.browser.unsettled.at(-1);
        const others = world.browser.unsettled.filter(({ id }) => id !== asked?.id);
        world.askedBeside.push(...others.filter(isOpen).map(({ id }) => id));
        const answer = deferred<string>();
        world.requests.push({ id: asked?.id ?? "", tab: this, answer });
        return answer.promise;
      },
      hear: () => new Promise(() => undefined),
      follow: (followed, askedAt, _others, report, signal) => {
        const [{ id } = { id: "" }] = [...world.browser.intents.values()].filter(
          (intent) => intent.askedAt === askedAt,
        );
        const outcome = deferred<Purchase>();
        this.follows.push({
          id,
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

  /** Closes the page, which loses the wallet's later answers. */
  leave(): void {
    this.isLeft = true;
    this.#close();
  }

  get followed(): readonly Follow[] {
    return this.follows.filter(({ signal, ended }) => !signal.aborted && !ended);
  }
}

class World {
  readonly browser = new MemoryPurchases();
  locked: Tab | null = null;
  tabs: Tab[] = [];
  requests: Request[] = [];
  /** Each request and the hash that the page received. */
  readonly asked = new Map<string, string | null>();
  readonly askedBeside: string[] = [];
  #hashes = 0;

  constructor(tabs: number) {
    while (this.tabs.length < tabs) this.tabs.push(new Tab(this));
  }

  tab(which: number): Tab {
    const tab = this.tabs[which % this.tabs.length];
    if (tab === undefined) throw new Error("There is no tab");
    return tab;
  }

  answer(which: number, how: "sends" | "rejects" | "fails"): void {
    const request = this.requests[which % Math.max(1, this.requests.length)];
    if (request === undefined) return;
    this.requests = this.requests.filter((other) => other !== request);
    if (request.tab.isLeft) return;
    if (how === "sends") {
      this.#hashes += 1;
      const transactionHash = `0x${this.#hashes.toString(16).padStart(64, "0")}`;
      this.asked.set(request.id, transactionHash);
      request.answer.resolve(transactionHash);
    } else {
      const reason = how === "rejects" ? "rejected" : "walletFailed";
      request.answer.reject(new MintError({ reason }));
    }
  }

  reload(tab: Tab): void {
    tab.leave();
    if (this.locked === tab) this.locked = null;
    this.tabs = this.tabs.map((other) => (other === tab ? new Tab(this) : other));
  }

  check(): void {
    expect(this.askedBeside, "asked while another is open").toEqual([]);
    for (const { id } of this.requests) this.asked.set(id, null);

    for (const [id, hash] of this.asked) {
      const intent = this.browser.intents.get(id);
      expect(intent, `${id} is forgotten`).toBeDefined();
      if (hash !== null) expect(intent?.pending.transactionHash).toBe(hash);
    }
    for (const tab of this.tabs) {
      const { current, earlier } = tab;
      const followed = tab.followed.map(({ id }) => id);
      expect(new Set(followed).size, "followed twice").toBe(followed.length);
      for (const { id } of this.browser.unsettled) expect(followed, "not followed").toContain(id);

      const beside = earlier.map(({ id }) => id);
      expect(new Set(beside).size, "told twice").toBe(beside.length);
      const isAbout = "id" in current && current.step !== "failed" ? current.id : null;
      expect(beside, "told beside itself").not.toContain(isAbout);
      for (const { id, mined } of tab.followed) {
        // A dismissed success stays hidden.
        if (!mined) expect([...beside, isAbout], "not shown").toContain(id);
      }
      if (current.step === "sending") {
        expect(this.browser.intents.get(current.id)?.pending.transactionHash).toBeNull();
      }
    }
  }

  async leaveAll(): Promise<void> {
    for (const tab of this.tabs) {
      for (const { report } of tab.followed) report({ type: "noticed", notice: "slow" });
      while (tab.current.step === "sending" || tab.current.step === "mining") {
        tab.store.stop();
        await settle();
      }
      tab.store.dismiss();
      for (const { id } of tab.earlier) tab.store.dismissEarlier(id);
      await settle();
      expect(tab.current).toEqual({ step: "idle" });
    }
    const tab = this.tab(0);
    tab.store.start(order);
    await settle();
    expect(tab.current.step).toBe("sending");
    this.check();
  }
}

const settle = () => vi.advanceTimersByTimeAsync(60);

type Step = (world: World) => void;
const named = (name: string, step: Step) => Object.assign(step, { toString: () => name });
const which = fc.nat(3);

const followed = (name: string, learn: (follow: Follow) => void) =>
  fc.tuple(which, which).map(([at, index]) =>
    named(`${name} ${at}/${index}`, (world) => {
      const { followed } = world.tab(at);
      const follow = followed[index % Math.max(1, followed.length)];
      if (follow !== undefined) learn(follow);
    }),
  );

const boughtBy = ({ id, pending }: Follow): Purchase => ({
  transactionHash:
    pending().transactionHash ??
    `0x${Buffer.from(id).toString("hex").padEnd(64, "0").slice(0, 64)}`,
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
      .tuple(
        which,
        fc.constantFrom("sends" as const, "sends" as const, "rejects" as const, "fails" as const),
      )
      .map(([at, how]) => named(`${how} ${at}`, (world) => world.answer(at, how))),
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
      // A mined purchase can be undone only by a reorganisation.
      if (follow.mined) return;
      follow.ended = true;
      follow.outcome.reject(new MintError({ reason: "replaced", by: `0x${"99".repeat(32)}` }));
    }),
  },
  { weight: 1, arbitrary: which.map((at) => named(`reload ${at}`, (w) => w.reload(w.tab(at)))) },
);

it("never asks while a purchase is open, never forgets one, and can always be left", async () => {
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
