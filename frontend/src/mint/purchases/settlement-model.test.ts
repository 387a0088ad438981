import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { MemoryPurchases } from "../../../../test/doubles/page/memory-purchases.ts";
import {
  execution,
  lies,
  ModelChain,
  TICKET,
  type Transaction,
  type View,
} from "../../../../test/doubles/rpc/model-chain.ts";
import { several } from "../../../../test/doubles/rpc/several.ts";
import type { PreparedPurchase } from "../../chain/purchase/purchase.ts";
import { createPurchaser, type Purchaser } from "../../chain/purchase/purchase.ts";
import type { FailoverTransport } from "../../chain/rpc/transport.ts";
import { MintError, type MintFailure } from "../../domain/mint/mint-failure.ts";
import type { Order } from "../../domain/order/order.ts";
import type { Purchase } from "../../domain/order/sale.ts";
import { createMintStore, type MintStore, type MintStorePorts } from "./mint-store.ts";
import { isOpen } from "./purchase-journal.ts";

/**
 * Random histories of purchases, blocks and endpoints. The page reports each purchase correctly and each sale once. The
 * page asks no wallet while a purchase is open.
 */

const RUNS = Number(process.env.SETTLEMENT_RUNS ?? 250);
const CONFIRMATIONS = 2;
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: 2n };

interface Setting {
  readonly endpoints: 1 | 2 | 3;
  readonly faulty: number;
  readonly twoLate: boolean;
  readonly byContract: boolean;
  /** A contract wallet's execution contains the page's hash, like a Safe's. */
  readonly named: boolean;
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
  /**
   * A history has either private purchases or another device's, because the page can't distinguish
   * them.
   */
  only: "private" | "elsewhere" | null = null;
  tabs: MintStore[] = [];
  lateHistory = 0;
  isReorganised = false;
  readonly #closed = new Set<MintStore>();
  readonly #closing = new Map<MintStore, () => void>();
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
    this.openTab();
  }

  openTab(): void {
    const isLeft = () => this.#closed.has(store);
    const store: MintStore = createMintStore(this.#ports(isLeft));
    this.tabs.push(store);
    this.#closing.set(store, store.open());
  }

  closeTab(store: MintStore | undefined): void {
    if (store === undefined) return;
    this.#closed.add(store);
    this.#closing.get(store)?.();
    this.tabs = this.tabs.filter((tab) => tab !== store);
  }

  tab(index: number): MintStore | undefined {
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

  waiting(index: number): { readonly asked: Asked; readonly transaction: Transaction } | null {
    const { mempool } = this.chain;
    const transaction = mempool[index % Math.max(1, mempool.length)];
    if (transaction === undefined) return null;
    const asked = this.asked.find(({ transactions }) => transactions.has(transaction.hash));
    return asked === undefined ? null : { asked, transaction };
  }

  #ports(isLeft: () => boolean): MintStorePorts {
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
        return this.#watched(purchaser, isLeft);
      },
    };
  }

  #watched(purchaser: Purchaser, isLeft: () => boolean): Purchaser {
    return {
      ...purchaser,
      assess: async () => ({
        sale: {
          ...fakeSale({ totalSupply: BigInt(this.chain.sold) }),
          quote: { quantity: 2, normal: 2n, payable: 2n },
        },
        block: this.chain.height,
        assessments: [],
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
      send: (prepared) => this.#ask(placeOf(prepared), isLeft),
      follow: async (followed, askedAt, others, report, signal) => {
        const asked = this.asked[placeOf(followed())];
        try {
          const purchase = await purchaser.follow(followed, askedAt, others, report, signal);
          if (!signal.aborted) this.#tell({ asked, outcome: purchase });
          return purchase;
        } catch (error) {
          if (error instanceof MintError) this.#tell({ asked, outcome: error.failure });
          throw error;
        }
      },
    };
  }

  #ask(place: number, isLeft: () => boolean): Promise<string> {
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
          const hears = !isLeft();
          asked.heard = hears && approved !== "unnamed" && approved !== "misnamed";
          if (approved === null) {
            asked.hash = "rejected";
            if (hears) reject(new MintError({ reason: "rejected" }));
            return;
          }
          const { chain } = this;
          asked.hash = chain.newHash();
          let named = asked.hash;
          if (!this.setting.byContract) {
            if (approved === "misnamed") named = this.sendOther();
            asked.transactions.add(asked.hash);
            const isPrivate = approved === "private" && this.only !== "elsewhere";
            if (isPrivate) this.only = "private";
            const sent = chain.mempool.filter(({ from }) => from === BUYER).length;
            chain.send({
              hash: asked.hash,
              from: BUYER,
              nonce: chain.nonceOf(BUYER) + sent,
              sale: { buyer: BUYER, quantity: 2, paid: 2n },
              executes: null,
              failsFor: null,
              isPrivate,
            });
          }
          if (!hears) return;
          if (approved === "unnamed") reject(new MintError({ reason: "walletFailed" }));
          else resolve(named);
        },
      };
      this.asked[place] = asked;
    });
  }

  /** The buyer's account sends a transaction that buys nothing. */
  sendOther(): string {
    const { chain } = this;
    const hash = chain.newHash();
    const sent = chain.mempool.filter(({ from }) => from === BUYER).length;
    chain.send({
      hash,
      from: BUYER,
      nonce: chain.nonceOf(BUYER) + sent,
      sale: null,
      executes: null,
      failsFor: null,
      isPrivate: false,
    });
    return hash;
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
    return this.chain.blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ transaction: { hash, sale }, succeeded, firstTokenId }) =>
        sale === null || !succeeded
          ? []
          : { transactionHash: hash, firstTokenId: BigInt(firstTokenId), quantity: 2 },
      ),
    );
  }

  boughtBy(asked: Asked | undefined): Purchase | null {
    for (const hash of asked?.transactions ?? []) {
      const found = this.chain.find(hash);
      if (found === null || !found.mined.succeeded) continue;
      if (found.mined.transaction.sale === null) continue;
      const { firstTokenId } = found.mined;
      return { transactionHash: hash, firstTokenId: BigInt(firstTokenId), quantity: 2 };
    }
    return null;
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
      for (const { transactionHash } of this.sales) {
        const isTold = this.told.some(
          ({ outcome }) => !("reason" in outcome) && outcome.transactionHash === transactionHash,
        );
        if (!isTold) this.violations.push(`${transactionHash} is never told`);
      }
    }
    for (const tab of [...this.tabs]) this.closeTab(tab);
  }
}

type Step = (world: World) => void | Promise<void>;
const named = (name: string, step: Step) => Object.assign(step, { toString: () => name });
const pick = fc.nat(3);
const all = () => true;
const onlyCancellations = ({ sale }: Transaction) => sale === null;

const steps = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(pick, fc.boolean()).map(([tab, isPrivate]) =>
      named(`buy ${tab} ${isPrivate ? "privately" : ""}`, async (world) => {
        world.tab(tab)?.start(order);
        await vi.advanceTimersByTimeAsync(0);
        world.open[0]?.answer(isPrivate ? "private" : "public");
      }),
    ),
  },
  {
    weight: 5,
    arbitrary: pick.map((tab) => named(`press ${tab}`, (world) => world.tab(tab)?.start(order))),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom<Approval[]>(
        "public",
        "public",
        "public",
        "private",
        "unnamed",
        "misnamed",
        null,
      )
      .map((how) => named(`approve ${how}`, (world) => world.open[0]?.answer(how))),
  },
  { weight: 6, arbitrary: fc.constant(named("mine", ({ chain }) => chain.mine(all))) },
  {
    weight: 2,
    arbitrary: fc.constant(named("mine nothing", ({ chain }) => chain.mine(() => false))),
  },
  {
    weight: 2,
    arbitrary: fc.boolean().map((paused) =>
      named(`pause ${paused}`, ({ chain }) => {
        chain.paused = paused;
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: pick.map((index) =>
      named(`speed up ${index}`, (world) => {
        const found = world.waiting(index);
        if (found === null || !world.mayReplace(found.asked)) return;
        const faster = { ...found.transaction, hash: world.chain.newHash() };
        if (world.chain.replace(found.transaction.hash, faster)) {
          found.asked.transactions.add(faster.hash);
        }
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: pick.map((index) =>
      named(`cancel ${index}`, (world) => {
        const found = world.waiting(index);
        if (found === null || world.setting.byContract || !world.mayReplace(found.asked)) return;
        const nothing = { ...found.transaction, hash: world.chain.newHash(), sale: null };
        if (world.chain.replace(found.transaction.hash, nothing)) {
          found.asked.transactions.add(nothing.hash);
        }
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constant(
      named("the relay forgets", ({ chain }) => {
        chain.mempool = chain.mempool.filter(({ isPrivate }) => !isPrivate);
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constant(
      named("another device buys the same", (world) => {
        const { chain, setting } = world;
        // This purchase can't be distinguished from a contract wallet's purchase without a hash.
        if (world.only === "private" || (setting.byContract && !setting.named)) return;
        world.only = "elsewhere";
        const sale = { buyer: BUYER, quantity: 2, paid: 2n };
        const sent = chain.mempool.filter(({ from }) => from === BUYER).length;
        const nonce = chain.nonceOf(BUYER) + sent;
        const hash = chain.newHash();
        chain.send(
          setting.byContract
            ? execution(chain, BUYER, hash, sale)
            : { hash, from: BUYER, nonce, sale, executes: null, failsFor: null, isPrivate: false },
        );
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map((gone) =>
      named(`the chunk is ${gone ? "gone" : "there"}`, (world) => {
        world.chunkIsGone = gone;
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constant(
      named("the account sends something else", (world) => {
        if (!world.setting.byContract) world.sendOther();
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(pick, fc.nat(4)).map(([index, luck]) =>
      named(`owners sign ${index}${luck === 0 ? " in vain" : ""}`, (world) => {
        if (!world.setting.byContract) return;
        const waiting = world.asked.filter(
          ({ hash, transactions }) =>
            hash !== null && hash !== "rejected" && transactions.size === 0,
        );
        const asked = waiting[index % Math.max(1, waiting.length)];
        if (asked === undefined) return;
        const signed = world.setting.named ? asked.hash : null;
        const sale = luck === 0 ? null : { quantity: 2, paid: 2n };
        const transaction = execution(world.chain, BUYER, signed, sale);
        asked.transactions.add(transaction.hash);
        world.chain.send(transaction);
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 2 }), fc.constantFrom(all, onlyCancellations))
      .map(([depth, keep]) =>
        named(`reorganise ${depth} ${keep === all}`, (world) => {
          const { chain } = world;
          chain.reorganise(Math.min(depth, chain.blocks.length), keep);
          world.isReorganised = true;
        }),
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<[string, (world: World) => View]>(
        ["well", () => ({})],
        ["down", () => "down"],
        ["a block late", () => ({ late: 1 })],
        ["several nodes", () => ({ unevenly: 1 })],
        ["two blocks late", () => ({ late: 2 })],
        ["late with receipts", () => ({ unevenly: 3 })],
      )
      .map(([name, view]) =>
        named(`the endpoint is ${name}`, (world) => {
          world.view = view(world);
          world.lateHistory = name === "late with receipts" ? 3 : 0;
        }),
      ),
  },
  {
    weight: 4,
    arbitrary: fc.nat(5).map((lie) =>
      named(`the endpoint lies ${lie}`, (world) => {
        if (world.setting.endpoints === 1) return;
        const forged = lies(BUYER)[lie];
        world.view = forged === undefined ? { blocks: [...world.chain.blocks] } : { lie: forged };
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: pick.map((tab) =>
      named(`reload ${tab}`, (world) => {
        world.closeTab(world.tab(tab));
        world.openTab();
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      named("second tab", (world) => {
        if (world.tabs.length < 3) world.openTab();
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: pick.map((tab) => named(`stop ${tab}`, (world) => world.tab(tab)?.stop())),
  },
  {
    weight: 2,
    arbitrary: pick.map((tab) => named(`dismiss ${tab}`, (world) => world.tab(tab)?.dismiss())),
  },
  {
    weight: 8,
    arbitrary: fc.constantFrom(500, 2_000, 6_000, 20_000, 40_000).map((ms) =>
      named(`wait ${ms}`, async () => {
        await vi.advanceTimersByTimeAsync(ms);
      }),
    ),
  },
);

const settings: fc.Arbitrary<Setting> = fc.record({
  endpoints: fc.constantFrom(1 as const, 2 as const, 3 as const),
  faulty: fc.nat(2),
  twoLate: fc.boolean(),
  byContract: fc.boolean(),
  named: fc.boolean(),
});

it(
  `says what is true of every purchase, in ${RUNS} random orders of events`,
  async () => {
    vi.useFakeTimers();
    let told = 0;
    await fc.assert(
      fc.asyncProperty(
        settings,
        fc.array(steps, { minLength: 10, maxLength: 40, size: "max" }),
        async (setting, course) => {
          const world = new World(setting);
          for (const step of course) {
            await step(world);
            await vi.advanceTimersByTimeAsync(1);
          }
          await world.end();
          expect(world.violations).toEqual([]);
          told += world.told.length;
          vi.clearAllTimers();
        },
      ),
      {
        numRuns: RUNS,
        seed: Number(process.env.SETTLEMENT_SEED ?? 1),
      },
    );
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
