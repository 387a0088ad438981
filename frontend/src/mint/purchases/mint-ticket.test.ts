import { beforeEach, describe, expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { failed, inWords } from "../../../../test/doubles/page/in-words.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { discounted } from "../../../../test/support/collection.ts";
import { money } from "../../../../test/support/money.ts";
import type { PreparedPurchase, Purchaser } from "../../chain/purchase/purchase.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import { MintError, type MintFailure } from "../../domain/mint/mint-failure.ts";
import type { Affiliate } from "../../domain/order/link.ts";
import type { Order, ShownOrder } from "../../domain/order/order.ts";
import type { Sale } from "../../domain/order/sale.ts";
import type { WalletState } from "../../wallet/wallet.ts";
import { type MintPorts, mintTicket, failureOf as toldAs } from "./mint-ticket.ts";

const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const ONE = 10n ** 17n;
const SIZE = BigInt(collection.size);

const malformed: Affiliate = { kind: "malformed", shown: "x…" };
const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: 2n * ONE };
const withCode: Order = {
  ...order,
  affiliate: { kind: "code", code: "welcome5" },
  payable: discounted(2n * ONE),
};
const pending = pendingPurchase({ buyer: BUYER, order });
const prepared: PreparedPurchase = { ...pending, transaction: { to: BUYER, data: "0x" } };
const BLOCK = 10;

function saleFor(what: ShownOrder, fields: Partial<Sale> = {}): Sale {
  return {
    ...fakeSale({ totalSupply: 6n }),
    affiliateActive: what.affiliate.kind === "none" ? null : true,
    quote: { quantity: what.quantity, normal: 2n * ONE, payable: what.payable ?? 0n },
    ...fields,
  };
}

/** By default everything works. Each test breaks one part. */
function world(what: ShownOrder = order) {
  const asked: string[] = [];
  const state = {
    wallet: { status: "connected", address: BUYER } as WalletState,
    provider: true,
    accounts: [BUYER.toLowerCase()] as unknown,
    chainId: "0x1" as unknown,
    sale: saleFor(what) as Sale | Error,
  };
  const answer = (value: unknown) =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  const provider: Eip1193Provider = {
    request: ({ method }) => {
      asked.push(method);
      if (method === "eth_accounts") return answer(state.accounts);
      if (method === "eth_chainId") return answer(state.chainId);
      throw new Error(`The wallet must not be asked for ${method}`);
    },
  };
  const purchaser = {
    assess: vi.fn<Purchaser["assess"]>(async () => {
      asked.push("assess");
      if (state.sale instanceof Error) throw state.sale;
      return { sale: state.sale, block: BLOCK, answers: [] };
    }),
    prepare: vi.fn<Purchaser["prepare"]>(async () => {
      asked.push("prepare");
      return prepared;
    }),
    hear: () => new Promise<never>(() => undefined),
    send: vi.fn<Purchaser["send"]>(async () => {
      asked.push("send");
      return pending.transactionHash;
    }),
    estimateFee: vi.fn<Purchaser["estimateFee"]>(async () => 0n),
    follow: vi.fn<Purchaser["follow"]>(),
  };
  const loadPurchaser = vi.fn<MintPorts["loadPurchaser"]>(async () => purchaser);
  const ports: MintPorts = {
    chainId: 1,
    wallet: {
      getState: () => state.wallet,
      getProvider: () => (state.provider ? provider : null),
    },
    loadPurchaser,
  };
  const controller = new AbortController();
  const events: { asked?: Order; answer?: string; failure?: MintFailure }[] = [];
  const sales: Sale[] = [];
  const mint = async () => {
    const { signal } = controller;
    const onSale = (sale: Sale) => sales.push(sale);
    const onAsk = ({ order: asked }: PreparedPurchase) => events.push({ asked });
    try {
      const { answer } = await mintTicket(ports, what, onSale, onAsk, signal);
      events.push({ answer: await answer });
    } catch (error) {
      if (!signal.aborted) events.push({ failure: toldAs(error) });
    }
  };
  return {
    state,
    asked,
    provider,
    purchaser,
    loadPurchaser,
    controller,
    events,
    sales,
    mint,
  };
}

type World = ReturnType<typeof world>;
type Break = (scene: World) => void;

function broken(change: Break, what?: ShownOrder): World {
  const scene = world(what);
  change(scene);
  return scene;
}

async function failureOf(scene: World) {
  await scene.mint();
  expect(scene.events).toHaveLength(1);
  expect(scene.purchaser.send).not.toHaveBeenCalled();
  const [event] = scene.events;
  return event?.failure ?? event;
}

const wordsOf = async (scene: World) => inWords((await failureOf(scene)) as MintFailure);

const has =
  (fields: Partial<World["state"]>): Break =>
  ({ state }) =>
    void Object.assign(state, fields);
const reads =
  (fields: Partial<Sale>, what: ShownOrder = order): Break =>
  ({ state }) => {
    state.sale = saleFor(what, fields);
  };
const whilePreparing =
  (change: Break): Break =>
  (scene) =>
    scene.purchaser.prepare.mockImplementationOnce(async () => {
      change(scene);
      return prepared;
    });
const isDown: Break = ({ state }) => {
  expectWarning("The sale could not be read");
  state.sale = new Error("down");
};

describe("a purchase", () => {
  it("goes from the checks to the wallet, in this order", async () => {
    const scene = world();
    await scene.mint();
    // The page asks the wallet a second time, because its state may change while the endpoints
    // answer.
    const wallet = ["eth_accounts", "eth_chainId"];
    expect(scene.asked).toEqual([...wallet, "assess", "prepare", ...wallet, "send"]);
    expect(scene.events).toEqual([{ asked: order }, { answer: pending.transactionHash }]);
    expect(scene.sales).toEqual([saleFor(order)]);
  });

  it("is for the order as it was shown, from the connected account", async () => {
    const scene = world(withCode);
    await scene.mint();
    expect(scene.purchaser.assess).toHaveBeenCalledExactlyOnceWith(
      withCode,
      BUYER,
      expect.any(AbortSignal),
    );
    expect(scene.purchaser.prepare).toHaveBeenCalledExactlyOnceWith(withCode, BUYER, {
      sale: scene.state.sale,
      block: BLOCK,
      answers: [],
    });
    expect(scene.purchaser.send).toHaveBeenCalledExactlyOnceWith(prepared, scene.provider);
  });

  it.each<[string, Break, MintFailure]>([
    [
      "the account was changed while it was prepared",
      whilePreparing(has({ wallet: { status: "connected", address: OTHER }, accounts: [OTHER] })),
      { reason: "accountChanged" },
    ],
    [
      "the network was changed while it was prepared",
      whilePreparing(has({ chainId: "0x2105" })),
      { reason: "wrongNetwork" },
    ],
    [
      "a second endpoint disagrees",
      ({ purchaser }) =>
        purchaser.assess.mockRejectedValueOnce(
          new MintError({ reason: "endpointsDisagree", about: "price" }),
        ),
      { reason: "endpointsDisagree", about: "price" },
    ],
    [
      "the purchaser refuses",
      ({ purchaser }) =>
        purchaser.prepare.mockRejectedValueOnce(
          new MintError({ reason: "insufficientFunds", funds: null }),
        ),
      { reason: "insufficientFunds", funds: null },
    ],
  ])("is not sent when %s", async (_, change, failure) => {
    expect(await failureOf(broken(change))).toEqual(failure);
  });

  it("is not sent when the account was changed while the wallet answered for the last time", async () => {
    const scene = world();
    const { request } = scene.provider;
    let questions = 0;
    scene.provider.request = async (question) => {
      const answer = await request(question);
      questions += 1;
      // The page sends two requests before the preparation and two after it.
      if (questions === 4) scene.state.wallet = { status: "connected", address: OTHER };
      return answer;
    };
    expect(await failureOf(scene)).toEqual({ reason: "accountChanged" });
    expect(questions).toBe(4);
  });

  it.each(["0x1", "0x01", "1", 1, 1n])("takes a wallet whose chain id is %o", async (chainId) => {
    const scene = broken(has({ chainId }));
    await scene.mint();
    expect(scene.events.at(-1)?.answer).toBe(pending.transactionHash);
  });

  it("takes the last tickets", async () => {
    const scene = broken(reads({ totalSupply: SIZE - 2n }));
    await scene.mint();
    expect(scene.events.at(-1)?.answer).toBe(pending.transactionHash);
  });
});

describe("the checks", () => {
  /** The checks in their order. Each function breaks one thing. */
  const checks: [string, Break, MintFailure][] = [
    ["wallet connected", has({ wallet: { status: "disconnected" } }), { reason: "notConnected" }],
    ["provider there", has({ provider: false }), { reason: "noProvider" }],
    ["account still given", has({ accounts: [] }), { reason: "notConnected" }],
    ["network", has({ chainId: "0x2105" }), { reason: "wrongNetwork" }],
    [
      "affiliate validity",
      ({ state }) => {
        state.sale = { ...(state.sale as Sale), affiliateActive: false };
      },
      { reason: "inactiveAffiliate" },
    ],
    [
      "amount",
      ({ state }) => {
        const sale = state.sale as Sale;
        state.sale = { ...sale, quote: { ...sale.quote, payable: 0n } };
      },
      { reason: "invalidAmount" },
    ],
  ];

  const pairs = checks.flatMap(([earlier, breakEarlier, failure], first) =>
    checks.slice(first).map(([later, breakLater]) => ({
      earlier,
      later,
      failure,
      break: [breakEarlier, breakLater],
    })),
  );

  it.each(pairs)("[P-19] $earlier wins over $later", async (pair) => {
    const zero: ShownOrder = { ...withCode, payable: 0n };
    const scene = world(pair.later === "amount" ? zero : withCode);
    for (const breakIt of pair.break) breakIt(scene);
    expect(await failureOf(scene)).toEqual(pair.failure);
  });

  const toConnect = "please connect your wallet first";
  const badCode =
    "Invalid or inactive affiliate code. Please check your affiliate link and try again.";

  it.each<WalletState>([
    { status: "asleep" },
    { status: "loading", opening: true },
    { status: "failed" },
    { status: "disconnected" },
    { status: "connecting" },
  ])("[P-20] refuse a wallet that is $status, and ask it nothing", async (wallet) => {
    const scene = broken(has({ wallet }));
    expect(await wordsOf(scene)).toBe(toConnect);
    expect(scene.asked).toEqual([]);
  });

  it.each([[[]], [null], ["0x"], [["0x90F79bf6EB2c4f870365E785982E1f101E93b906"]]])(
    "[P-20] refuse a wallet whose accounts are %o by now",
    async (accounts) => {
      expect(await wordsOf(broken(has({ accounts })))).toBe(toConnect);
    },
  );

  it("[P-22] refuse a malformed code without asking the chain", async () => {
    const scene = world({ ...order, affiliate: malformed });
    expect(await wordsOf(scene)).toBe(badCode);
    expect(scene.asked).toEqual(["eth_accounts", "eth_chainId"]);
  });

  it("[P-22] ask the contract about the code, and refuse an inactive one", async () => {
    const scene = broken(reads({ affiliateActive: false }, withCode), withCode);
    expect(await wordsOf(scene)).toBe(badCode);
    expect(scene.asked).toContain("assess");
  });

  it.each([null, 0n])(
    "[P-23] refuse the price %o, even when the chain can't be read",
    async (payable) => {
      const scene = broken(isDown, { ...order, payable });
      expect(await wordsOf(scene)).toBe("Invalid amount specified");
    },
  );

  const costs = (payable: bigint) => reads({ quote: { quantity: 2, normal: payable, payable } });
  const changed = (wei: bigint) =>
    `the price has changed to ${money(wei)}. Nothing was sent. Press Mint again to pay the new price.`;

  it.each<[string, Break, string]>([
    ["a price that is higher by now, and show it", costs(3n * ONE), changed(3n * ONE)],
    ["a price that is lower by now, and show it", costs(ONE), changed(ONE)],
    ["a price that is one wei off by now, and show it", costs(2n * ONE + 1n), changed(2n * ONE)],
    ["while sales are paused", reads({ paused: true }), "sales are paused. Nothing was sent."],
    [
      "two tickets after the last one",
      reads({ totalSupply: SIZE }),
      "all tickets are sold. Nothing was sent.",
    ],
    [
      "two tickets if one is left",
      reads({ totalSupply: SIZE - 1n }),
      "only 1 ticket is left. Nothing was sent. Choose fewer tickets.",
    ],
  ])("refuse %s", async (_, change, words) => {
    const scene = broken(change);
    expect(await wordsOf(scene)).toBe(failed(words));
    expect(scene.sales).toEqual([scene.state.sale]);
  });

  it.each<[string, Break, string]>([
    [
      "the chain can't be read",
      isDown,
      "the network isn't answering. Nothing was sent. Try again in a moment.",
    ],
    [
      "the code that sends can't be loaded",
      ({ loadPurchaser }) => {
        expectWarning("The code that sends transactions could not be loaded");
        loadPurchaser.mockRejectedValueOnce(new TypeError("Failed to fetch"));
      },
      "part of this page didn't load. Nothing was sent. Check your connection, then try again.",
    ],
  ])("refuse when %s", async (_, change, words) => {
    expect(await wordsOf(broken(change))).toBe(failed(words));
  });

  it.each(["0x2105", "8453", 8453, null, undefined, "eip155:1", ""])(
    "refuse the chain id %o",
    async (chainId) => {
      expect(await failureOf(broken(has({ chainId })))).toEqual({ reason: "wrongNetwork" });
    },
  );

  it("say so when the browser is offline", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(await failureOf(broken(isDown))).toEqual({ reason: "offline" });
  });
});

describe("a wallet that does not answer", () => {
  const silent: MintFailure = { reason: "walletSilent" };

  beforeEach(() => {
    vi.useFakeTimers();
  });

  it.each(["accounts", "chainId"] as const)("about its %s is waited for 10 s", async (what) => {
    const scene = world();
    scene.state[what] = new Promise(() => undefined);
    const minting = scene.mint();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(scene.events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await minting;
    expect(scene.events).toEqual([{ failure: silent }]);
    expect(scene.purchaser.send).not.toHaveBeenCalled();
  });

  it.each([
    ["accounts", "eth_accounts"],
    ["chainId", "eth_chainId"],
  ] as const)("but fails on its %s is told apart from no wallet", async (what, method) => {
    expectWarning(`The wallet refused ${method}`);
    const scene = world();
    scene.state[what] = new Error("locked");
    expect(await failureOf(scene)).toEqual(silent);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer when it does answer", async () => {
    const scene = world();
    await scene.mint();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has as long as its owner needs to confirm", async () => {
    const scene = world();
    scene.purchaser.send.mockReturnValueOnce(new Promise(() => undefined));
    void scene.mint();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(scene.events).toEqual([{ asked: order }]);
  });
});

describe("after the wallet was asked", () => {
  it("something unforeseen is told without its raw words", async () => {
    expectWarning("The mint failed unexpectedly");
    const scene = world();
    scene.purchaser.send.mockRejectedValueOnce(new RangeError("offset 7 of undefined"));
    await scene.mint();
    expect(scene.events.at(-1)).toEqual({
      failure: { reason: "unexpected" },
    });
  });
});

describe("a page that is left", () => {
  it.each<[string, Break]>([
    ["while it prepares", whilePreparing(({ controller }) => controller.abort())],
    [
      "while it reads, which that ends",
      ({ purchaser, controller }) =>
        purchaser.assess.mockImplementationOnce(async (_, __, signal) => {
          controller.abort();
          throw signal.reason;
        }),
    ],
  ])("reports nothing any more, and sends nothing: %s", async (_, leave) => {
    const scene = broken(leave);
    await scene.mint();
    expect(scene.events).toEqual([]);
    expect(scene.purchaser.send).not.toHaveBeenCalled();
  });
});
