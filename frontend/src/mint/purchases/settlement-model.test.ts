import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { MemoryPurchases } from "../../../../test/doubles/page/memory-purchases.ts";
import {
  execution,
  lies,
  ModelChain,
  PLAIN,
  type Transaction,
  type View,
} from "../../../../test/doubles/rpc/model-chain.ts";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { TICKET } from "../../../../test/doubles/rpc/told-chain.ts";
import type { PreparedPurchase } from "../../chain/purchase/purchase.ts";
import { createPurchaser, type Purchaser } from "../../chain/purchase/purchase.ts";
import type { FailoverTransport } from "../../chain/rpc/transport.ts";
import { MintError, type MintFailure } from "../../domain/mint/mint-failure.ts";
import type { Order } from "../../domain/order/order.ts";
import type { Purchase } from "../../domain/order/purchase.ts";
import { createMintStore, type MintStore, type MintStorePorts } from "./mint-store.ts";
import { isOpen } from "./purchase-journal.ts";

/**
 * Random histories of purchases, blocks, endpoints and tabs. The page reports each purchase correctly and each sale
 * once. It asks no wallet while a purchase is open, loses no purchase, and has a button out of each state.
 */

const RUNS = Number(process.env.SETTLEMENT_RUNS ?? 250);
const CONFIRMATIONS = 2;
/** A tab that could not follow a purchase tries again after 4 s. */
const RETRY_MS = 4_100;
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: 2n };
const SALE = { buyer: BUYER, quantity: 2, paid: 2n };

interface Setting {
  readonly tabs: 1 | 2;
  readonly endpoints: 1 | 2 | 3;
  readonly faulty: number;
  readonly twoLate: boolean;
  readonly byContract: boolean;
  /** A contract wallet's execution contains the page's hash, like a Safe's. */
  readonly named: boolean;
  /** In the end the visitor leaves all purchases, and does not wait for their outcomes. */
  readonly isLeft: boolean;
}

interface Tab {
  readonly store: MintStore;
  readonly follows: Follow[];
  close(): void;
}

interface Follow {
  readonly id: string | undefined;
  readonly signal: AbortSignal;
  isMined: boolean;
  isOver: boolean;
}

interface Asked {
  readonly order: number;
  hash: string | null;
  heard: boolean;
  readonly transactions: Set<string>;
  answer(approved: Approval): void;
}

/**
 * `unnamed`: the wallet sends, and reports a failure. `misnamed`: the wallet sends two transactions, and returns the
 * hash of the one that buys nothing. `null`: the visitor refuses.
 */
type Approval = "public" | "private" | "unnamed" | "misnamed" | null;

interface Told {
  readonly asked: Asked | undefined;
  readonly outcome: Purchase | MintFailure;
}

interface Numbered {
  readonly place: number;
}
const placeOf = (pending: object) => (pending as Numbered).place;

const text = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

class World {
  readonly chain = new ModelChain(100);
  readonly browser = new MemoryPurchases();
  readonly asked: Asked[] = [];
  readonly told: Told[] = [];
  readonly violations: string[] = [];
  readonly setting: Setting;
  view: View = {};
  chunkIsGone = false;
  followedAgainAt = 0;
  /**
   * A history has either private purchases or another device's, because the page can't distinguish
   * them.
   */
  only: "private" | "elsewhere" | null = null;
  tabs: Tab[] = [];
  lateHistory = 0;
  isReorganised = false;
  #locked = false;
  readonly #transport: FailoverTransport;

  constructor(setting: Setting) {
    this.setting = setting;
    const lateToo = (setting.faulty + 1) % 3;
    const [first = this.chain.endpoint(() => ({})), ...others] = Array.from(
      { length: setting.endpoints },
      (_, index) =>
        this.chain.endpoint(() => {
          if (index === setting.faulty) return this.view;
          return setting.twoLate && index === lateToo ? { unevenly: this.lateHistory } : {};
        }),
    );
    this.#transport = several(first, ...others);
    while (this.tabs.length < setting.tabs) this.openTab();
  }

  openTab(): void {
    const follows: Follow[] = [];
    const isClosed = () => !this.tabs.includes(tab);
    const store = createMintStore(this.#ports(follows, isClosed));
    const tab: Tab = { store, follows, close: () => close() };
    this.tabs.push(tab);
    const close = store.open();
  }

  closeTab(tab: Tab | undefined): void {
    this.tabs = this.tabs.filter((other) => other !== tab);
    tab?.close();
  }

  tab(index: number): Tab | undefined {
    return this.tabs[index % Math.max(1, this.tabs.length)];
  }

  get open(): readonly Asked[] {
    return this.asked.filter(({ hash }) => hash === null);
  }

  /** A purchase replaced before any endpoint saw it counts as private. */
  mayReplace({ order }: Asked): boolean {
    const stored = this.browser.unsettled.find(({ pending }) => placeOf(pending) === order);
    if (this.setting.byContract || typeof stored?.pending.nonce === "number") return true;
    if (this.only === "elsewhere") return false;
    this.only = "private";
    return true;
  }

  /** The wallet replaces a waiting transaction, to speed it up or to cancel it. */
  replace(index: number, change: Partial<Transaction>): void {
    const { mempool } = this.chain;
    const transaction = mempool[index % Math.max(1, mempool.length)];
    if (transaction === undefined) return;
    const asked = this.asked.find(({ transactions }) => transactions.has(transaction.hash));
    if (asked === undefined || !this.mayReplace(asked)) return;
    const replacement = { ...transaction, hash: this.chain.newHash(), ...change };
    this.chain.replace(transaction.hash, replacement);
    asked.transactions.add(replacement.hash);
  }

  /** The buyer's account sends a transaction, by default one that buys nothing. */
  send(fields: Partial<Transaction>): string {
    const { chain } = this;
    const sent = chain.mempool.filter(({ from }) => from === BUYER).length;
    const transaction: Transaction = {
      hash: chain.newHash(),
      from: BUYER,
      nonce: chain.nonceOf(BUYER) + sent,
      sale: null,
      ...PLAIN,
      ...fields,
    };
    chain.send(transaction);
    return transaction.hash;
  }

  buyElsewhere(): void {
    const { chain, setting } = this;
    // This purchase can't be distinguished from a contract wallet's purchase without a hash.
    if (this.only === "private" || (setting.byContract && !setting.named)) return;
    this.only = "elsewhere";
    if (setting.byContract) chain.send(execution(chain, BUYER, chain.newHash(), SALE));
    else this.send({ sale: SALE });
  }

  /** A Safe's owners sign what one of them was asked for. */
  sign(index: number, succeeds: boolean): void {
    if (!this.setting.byContract) return;
    const waiting = this.asked.filter(
      ({ hash, transactions }) => hash !== null && hash !== "rejected" && transactions.size === 0,
    );
    const asked = waiting[index % Math.max(1, waiting.length)];
    if (asked === undefined) return;
    const signed = this.setting.named ? asked.hash : null;
    const transaction = execution(this.chain, BUYER, signed, succeeds ? SALE : null);
    asked.transactions.add(transaction.hash);
    this.chain.send(transaction);
  }

  dismissOldest(tab: Tab | undefined): void {
    const [oldest] = tab?.store.getState().earlier ?? [];
    if (oldest !== undefined) tab?.store.dismissEarlier(oldest.id);
  }

  #ports(follows: Follow[], isClosed: () => boolean): MintStorePorts {
    const purchaser = createPurchaser(this.#transport, TICKET, 1, CONFIRMATIONS);
    return {
      chainId: 1,
      currencySymbol: "ETH",
      wallet: {
        getState: () => ({ status: "connected", address: BUYER }),
        recall: async () => null,
        getProvider: () => ({
          request: async ({ method }) => (method === "eth_accounts" ? [BUYER] : "0x1"),
        }),
      },
      purchases: this.browser.tab(),
      exclusively: async (task) => {
        if (this.#locked) return false;
        this.#locked = true;
        try {
          await task();
          return true;
        } finally {
          this.#locked = false;
        }
      },
      loadPurchaser: async () => {
        if (this.chunkIsGone) throw new TypeError("Failed to fetch");
        return this.#watched(purchaser, follows, isClosed);
      },
    };
  }

  #watched(purchaser: Purchaser, follows: Follow[], isClosed: () => boolean): Purchaser {
    return {
      ...purchaser,
      assess: async () => ({
        sale: {
          ...fakeSale({ totalSupply: BigInt(this.chain.sold) }),
          quote: { quantity: 2, normal: 2n, payable: 2n },
        },
        block: this.chain.height,
        answers: [],
      }),
      prepare: async (
        prepared,
        buyer,
        { sale: read, block },
      ): Promise<PreparedPurchase & Numbered> => ({
        place: this.asked.length,
        order: prepared,
        buyer,
        transaction: { to: TICKET, data: "0x" },
        sinceBlock: block,
        soldBefore: Number(read.totalSupply),
        nonceFrom: this.chain.nonceOf(buyer),
        nonce: null,
        genesis: null,
        byContract: this.setting.byContract,
      }),
      hear: () => new Promise(() => undefined),
      send: (prepared) => this.#ask(placeOf(prepared), isClosed),
      follow: async (followed, askedAt, others, report, signal) => {
        const place = placeOf(followed());
        const asked = this.asked[place];
        const { id } = this.#intentOf(place) ?? {};
        const follow: Follow = { id, signal, isMined: false, isOver: false };
        follows.push(follow);
        const hear: typeof report = (told) => {
          if (told.type === "mined" || told.type === "unmined")
            follow.isMined = told.type === "mined";
          report(told);
        };
        try {
          const purchase = await purchaser.follow(followed, askedAt, others, hear, signal);
          if (!signal.aborted) this.#tell({ asked, outcome: purchase });
          return purchase;
        } catch (error) {
          if (error instanceof MintError) this.#tell({ asked, outcome: error.failure });
          throw error;
        } finally {
          follow.isOver = true;
        }
      },
    };
  }

  #intentOf(place: number) {
    return [...this.browser.intents.values()].find(({ pending }) => placeOf(pending) === place);
  }

  #ask(place: number, isClosed: () => boolean): Promise<string> {
    const open = this.browser.unsettled.filter(
      (intent) => isOpen(intent) && placeOf(intent.pending) !== place,
    );
    if (open.length > 0) this.violations.push("a wallet is asked while a purchase is open");
    return new Promise((resolve, reject) => {
      const asked: Asked = {
        order: place,
        hash: null,
        heard: false,
        transactions: new Set(),
        answer: (approved) => {
          // A closed page never receives the answer.
          const hears = !isClosed();
          asked.heard = hears && approved !== "unnamed" && approved !== "misnamed";
          if (approved === null) {
            asked.hash = "rejected";
            if (hears) reject(new MintError({ reason: "rejected" }));
            return;
          }
          asked.hash = this.chain.newHash();
          let named = asked.hash;
          if (!this.setting.byContract) {
            if (approved === "misnamed") named = this.send({});
            asked.transactions.add(asked.hash);
            const isPrivate = approved === "private" && this.only !== "elsewhere";
            if (isPrivate) this.only = "private";
            this.send({ hash: asked.hash, sale: SALE, isPrivate });
          }
          if (!hears) return;
          if (approved === "unnamed") reject(new MintError({ reason: "walletFailed" }));
          else resolve(named);
        },
      };
      this.asked[place] = asked;
    });
  }

  #tell(told: Told): void {
    this.told.push(told);
    this.#compare(told, "when it was told");
  }

  #compare({ asked, outcome }: Told, when: string): void {
    const bought = this.boughtBy(asked);
    const wrong = (what: unknown) =>
      this.violations.push(`${when}: ${JSON.stringify(outcome, text)}, and it was ${what}`);
    if ("reason" in outcome) {
      if (bought !== null) wrong(JSON.stringify(bought, text));
      return;
    }
    // If the page knows only a purchase's order, any sale of the same order may match it. The page
    // reports each sale once.
    const told = JSON.stringify(outcome, text);
    const isOwn = told === JSON.stringify(bought, text);
    const isReal = this.sales.some((sale) => JSON.stringify(sale, text) === told);
    const { byContract, named } = this.setting;
    const isNamed = !byContract || named;
    const isExact = asked?.heard === true && isNamed && this.only === null && !this.#hasLost;
    if (isExact ? !isOwn : !isReal) wrong(JSON.stringify(bought, text));
    const alike = this.told.filter(
      (other) => other.asked !== asked && JSON.stringify(other.outcome, text) === told,
    );
    if (alike.length > 0) wrong("told of another purchase before");
  }

  /**
   * A purchase without the wallet's answer can't be distinguished from another purchase of the same
   * order.
   */
  get #hasLost(): boolean {
    return this.asked.some(({ hash, heard }) => hash !== null && !heard);
  }

  get sales(): readonly Purchase[] {
    return this.chain.mined.flatMap(({ purchase }) => purchase ?? []);
  }

  boughtBy(asked: Asked | undefined): Purchase | null {
    const { mined } = this.chain;
    return (
      mined.find((each) => asked?.transactions.has(each.told.hash) && each.purchase)?.purchase ??
      null
    );
  }

  async end(): Promise<void> {
    this.view = {};
    this.lateHistory = 0;
    this.chunkIsGone = false;
    this.chain.paused = false;
    for (const asked of this.open) asked.answer(null);
    for (let block = 0; block < 5; block += 1) {
      this.chain.mine();
      await vi.advanceTimersByTimeAsync(12_000);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    for (const told of this.told) this.#compare(told, "in the end");
    if (this.only === null && !this.isReorganised) {
      const isTold = (hash: string) =>
        this.told.some(({ outcome }) => !("reason" in outcome) && outcome.transactionHash === hash);
      const untold = this.sales.filter(({ transactionHash }) => !isTold(transactionHash));
      // The page stops looking for a dismissed purchase, and may take its sale for another's.
      const dismissed = [...this.browser.intents.values()].filter(
        ({ settled }) => settled === "dismissed",
      );
      if (untold.length > dismissed.length) {
        const hashes = untold.map(({ transactionHash }) => transactionHash);
        this.violations.push(`${hashes} are never told; ${dismissed.length} dismissed`);
      }
    }
    for (const tab of [...this.tabs]) this.closeTab(tab);
  }

  /** Only for a time when each tab has heard from the others. */
  checkTabs(): void {
    for (const { order: place, hash, heard } of this.asked) {
      const intent = this.#intentOf(place);
      expect(intent, `${place} is forgotten`).toBeDefined();
      if (heard && hash !== "rejected") expect(intent?.pending.transactionHash).toBe(hash);
    }
    if (this.chunkIsGone || Date.now() < this.followedAgainAt) return;
    for (const { store, follows } of this.tabs) {
      const { current, earlier } = store.getState();
      const followed = follows.filter(({ signal, isOver }) => !signal.aborted && !isOver);
      const ids = followed.map(({ id }) => id);
      expect(new Set(ids).size, "followed twice").toBe(ids.length);
      for (const { id } of this.browser.unsettled) expect(ids, "not followed").toContain(id);

      const beside = earlier.map(({ id }) => id);
      expect(new Set(beside).size, "told twice").toBe(beside.length);
      const isAbout = "id" in current && current.step !== "failed" ? current.id : null;
      expect(beside, "told beside itself").not.toContain(isAbout);
      for (const { id, isMined } of followed) {
        // A dismissed success stays hidden.
        if (!isMined) expect([...beside, isAbout], "not shown").toContain(id);
      }
      if (current.step === "sending") {
        expect(this.browser.intents.get(current.id)?.pending.transactionHash).toBeNull();
      }
    }
  }

  async leaveAll(): Promise<void> {
    this.chunkIsGone = false;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    for (const tab of this.tabs) {
      const { store } = tab;
      const step = () => store.getState().current.step;
      while (step() === "sending" || step() === "mining") {
        store.stop();
        await vi.advanceTimersByTimeAsync(60);
      }
      store.dismiss();
      while (store.getState().earlier.length > 0) this.dismissOldest(tab);
      await vi.advanceTimersByTimeAsync(60);
      expect(store.getState().current).toEqual({ step: "idle" });
    }
    const [tab] = this.tabs;
    tab?.store.start(order);
    await vi.advanceTimersByTimeAsync(60);
    if (tab !== undefined) expect(tab.store.getState().current.step).toBe("sending");
    this.checkTabs();
    for (const other of [...this.tabs]) this.closeTab(other);
  }
}

type Step = (world: World) => void | Promise<void>;

function step<Choice>(
  weight: number,
  name: string,
  choices: fc.Arbitrary<Choice>,
  take: (world: World, choice: Choice) => void | Promise<void>,
) {
  const named = (choice: Choice): Step =>
    Object.assign((world: World) => take(world, choice), {
      toString: () => `${name} ${JSON.stringify(choice)}`,
    });
  return { weight, arbitrary: choices.map(named) };
}

const only = fc.constant(null);
const which = fc.nat(3);
const approvals = fc.constantFrom<Approval[]>(
  ...(["public", "public", "public", "private", "unnamed", "misnamed", null] as const),
);
/** One endpoint's answers, and by how many blocks the receipts of another one are late. */
const CONDUCT: Readonly<Record<string, readonly [View, number]>> = {
  well: [{}, 0],
  down: ["down", 0],
  "a block late": [{ late: 1 }, 0],
  "several nodes": [{ unevenly: 1 }, 0],
  "two blocks late": [{ late: 2 }, 0],
  "late with receipts": [{ unevenly: 3 }, 3],
};

const steps = fc.oneof(
  step(8, "buy", fc.tuple(which, fc.boolean()), async (world, [at, isPrivate]) => {
    world.tab(at)?.store.start(order);
    await vi.advanceTimersByTimeAsync(0);
    world.open[0]?.answer(isPrivate ? "private" : "public");
  }),
  step(5, "press", which, (world, at) => world.tab(at)?.store.start(order)),
  step(5, "approve", approvals, (world, how) => world.open[0]?.answer(how)),
  step(6, "mine", only, ({ chain }) => chain.mine()),
  step(2, "mine nothing", only, ({ chain }) => chain.mine(() => false)),
  step(2, "pause", fc.boolean(), ({ chain }, paused) => {
    chain.paused = paused;
  }),
  step(3, "speed up", which, (world, index) => world.replace(index, {})),
  step(2, "cancel", which, (world, index) => {
    if (!world.setting.byContract) world.replace(index, { sale: null });
  }),
  step(2, "the relay forgets", only, ({ chain }) => {
    chain.mempool = chain.mempool.filter(({ isPrivate }) => !isPrivate);
  }),
  step(2, "another device buys the same", only, (world) => world.buyElsewhere()),
  step(1, "the chunk is gone", fc.boolean(), (world, gone) => {
    world.chunkIsGone = gone;
    world.followedAgainAt = Date.now() + RETRY_MS;
  }),
  step(2, "the account sends something else", only, (world) => {
    if (!world.setting.byContract) world.send({});
  }),
  step(3, "owners sign", fc.tuple(which, fc.nat(4)), (world, [index, luck]) =>
    world.sign(index, luck > 0),
  ),
  step(
    3,
    "reorganise",
    fc.tuple(fc.integer({ min: 1, max: 2 }), fc.boolean()),
    (world, [depth, all]) => {
      const { chain } = world;
      chain.reorganise(Math.min(depth, chain.blocks.length), ({ sale }) => all || sale === null);
      world.isReorganised = true;
    },
  ),
  step(4, "the endpoint is", fc.constantFrom(...Object.keys(CONDUCT)), (world, name) => {
    [world.view, world.lateHistory] = CONDUCT[name] ?? [{}, 0];
  }),
  step(4, "the endpoint lies", fc.nat(5), (world, lie) => {
    if (world.setting.endpoints === 1) return;
    const forged = lies(BUYER)[lie];
    world.view = forged === undefined ? { blocks: [...world.chain.blocks] } : { lie: forged };
  }),
  step(3, "reload", which, (world, at) => {
    world.closeTab(world.tab(at));
    world.openTab();
  }),
  step(1, "second tab", only, (world) => {
    if (world.tabs.length < 3) world.openTab();
  }),
  step(2, "stop", which, (world, at) => world.tab(at)?.store.stop()),
  step(2, "dismiss", which, (world, at) => world.tab(at)?.store.dismiss()),
  step(1, "dismiss the oldest", which, (world, at) => world.dismissOldest(world.tab(at))),
  step(8, "wait", fc.constantFrom(500, 2_000, 6_000, 20_000, 40_000), async (world, ms) => {
    await vi.advanceTimersByTimeAsync(ms);
    world.checkTabs();
  }),
);

const settings: fc.Arbitrary<Setting> = fc.record({
  tabs: fc.constantFrom(1 as const, 2 as const),
  endpoints: fc.constantFrom(1 as const, 2 as const, 3 as const),
  faulty: fc.nat(2),
  twoLate: fc.boolean(),
  byContract: fc.boolean(),
  named: fc.boolean(),
  isLeft: fc.nat(3).map((number) => number === 0),
});

it(
  `says what is true of every purchase, in ${RUNS} random orders of events`,
  async () => {
    vi.useFakeTimers();
    let told = 0;
    const histories = fc.asyncProperty(
      settings,
      fc.array(steps, { minLength: 10, maxLength: 40, size: "max" }),
      async (setting, course) => {
        const world = new World(setting);
        for (const take of course) {
          await take(world);
          await vi.advanceTimersByTimeAsync(1);
        }
        await (setting.isLeft ? world.leaveAll() : world.end());
        expect(world.violations).toEqual([]);
        told += world.told.length;
        vi.clearAllTimers();
      },
    );
    await fc.assert(histories, { numRuns: RUNS, seed: Number(process.env.SETTLEMENT_SEED ?? 1) });
    for (const [warning] of vi.mocked(console.warn).mock.calls) {
      expect([
        "A purchase could not be followed",
        "The code that sends transactions could not be loaded",
      ]).toContain(warning);
    }
    vi.mocked(console.warn).mockClear();
    expect(told).toBeGreaterThan(RUNS / 4);
  },
  60_000 + RUNS * 200,
);
