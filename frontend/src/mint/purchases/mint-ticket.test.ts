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

const wordsOf = async (scene: World) => inWords((await failureOf(scene)) as MintFailure);

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
      return { sale: state.sale, block: BLOCK, assessments: [] };
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

async function failureOf(scene: World) {
  await scene.mint();
  expect(scene.events).toHaveLength(1);
  expect(scene.purchaser.send).not.toHaveBeenCalled();
  const [event] = scene.events;
  return event?.failure ?? event;
}

describe("a purchase", () => {
  it("goes from the checks to the wallet, in this order", async () => {
    const scene = world();
    await scene.mint();
    expect(scene.asked).toEqual([
      "eth_accounts",
      "eth_chainId",
      "assess",
      "prepare",
      // The page asks the wallet a second time, because its state may change while the endpoints
      // answer.
      "eth_accounts",
      "eth_chainId",
      "send",
    ]);
    expect(scene.events).toEqual([{ asked: order }, { answer: pending.transactionHash }]);
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
      assessments: [],
    });
    expect(scene.purchaser.send).toHaveBeenCalledExactlyOnceWith(prepared, scene.provider);
  });

  it("is not sent when the account was changed while it was prepared", async () => {
    const scene = world();
    scene.purchaser.prepare.mockImplementationOnce(async () => {
      scene.state.wallet = { status: "connected", address: OTHER };
      scene.state.accounts = [OTHER];
      return prepared;
    });
    await scene.mint();
    expect(scene.events).toEqual([
      {
        failure: { reason: "accountChanged" },
      },
    ]);
    expect(scene.purchaser.send).not.toHaveBeenCalled();
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

  it("is not sent when the network was changed while it was prepared", async () => {
    const scene = world();
    scene.purchaser.prepare.mockImplementationOnce(async () => {
      scene.state.chainId = "0x2105";
      return prepared;
    });
    await scene.mint();
    expect(scene.events).toEqual([{ failure: { reason: "wrongNetwork" } }]);
    expect(scene.purchaser.send).not.toHaveBeenCalled();
  });

  it("is not sent when a second endpoint disagrees", async () => {
    const scene = world();
    scene.purchaser.assess.mockRejectedValueOnce(
      new MintError({ reason: "endpointsDisagree", about: "price" }),
    );
    await scene.mint();
    expect(scene.events).toEqual([{ failure: { reason: "endpointsDisagree", about: "price" } }]);
    expect(scene.purchaser.prepare).not.toHaveBeenCalled();
  });

  it("shows the page the sale that it has read", async () => {
    const scene = world();
    await scene.mint();
    expect(scene.sales).toEqual([saleFor(order)]);
  });

  it.each(["0x1", "0x01", "1", 1, 1n])("takes a wallet whose chain id is %o", async (chainId) => {
    const scene = world();
    scene.state.chainId = chainId;
    await scene.mint();
    expect(scene.events.at(-1)?.answer).toBe(pending.transactionHash);
  });
});

describe("the checks", () => {
  /** The checks in their order. Each function breaks one thing. */
  const checks: [string, (scene: World) => void, MintFailure][] = [
    [
      "wallet connected",
      ({ state }) => {
        state.wallet = { status: "disconnected" };
      },
      { reason: "notConnected" },
    ],
    [
      "provider there",
      ({ state }) => {
        state.provider = false;
      },
      { reason: "noProvider" },
    ],
    [
      "account still given",
      ({ state }) => {
        state.accounts = [];
      },
      { reason: "notConnected" },
    ],
    [
      "network",
      ({ state }) => {
        state.chainId = "0x2105";
      },
      { reason: "wrongNetwork" },
    ],
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

  it.each<WalletState>([
    { status: "asleep" },
    { status: "loading", opening: true },
    { status: "failed" },
    { status: "disconnected" },
    { status: "connecting" },
  ])("[P-20] refuse a wallet that is $status, and ask it nothing", async (wallet) => {
    const scene = world();
    scene.state.wallet = wallet;
    expect(await wordsOf(scene)).toBe("please connect your wallet first");
    expect(scene.asked).toEqual([]);
  });

  it.each([[[]], [null], ["0x"], [["0x90F79bf6EB2c4f870365E785982E1f101E93b906"]]])(
    "[P-20] refuse a wallet whose accounts are %o by now",
    async (accounts) => {
      const scene = world();
      scene.state.accounts = accounts;
      expect(await wordsOf(scene)).toBe("please connect your wallet first");
    },
  );

  it.each(["0x2105", "8453", 8453, null, undefined, "eip155:1", ""])(
    "refuse the chain id %o",
    async (chainId) => {
      const scene = world();
      scene.state.chainId = chainId;
      expect(await failureOf(scene)).toEqual({ reason: "wrongNetwork" });
    },
  );

  it("[P-22] refuse a malformed code without asking the chain", async () => {
    const scene = world({ ...order, affiliate: malformed });
    expect(await wordsOf(scene)).toBe(
      "Invalid or inactive affiliate code. Please check your affiliate link and try again.",
    );
    expect(scene.asked).toEqual(["eth_accounts", "eth_chainId"]);
  });

  it("[P-22] ask the contract about the code, and refuse an inactive one", async () => {
    const scene = world(withCode);
    scene.state.sale = saleFor(withCode, { affiliateActive: false });
    expect(await wordsOf(scene)).toBe(
      "Invalid or inactive affiliate code. Please check your affiliate link and try again.",
    );
    expect(scene.purchaser.assess).toHaveBeenCalledExactlyOnceWith(
      withCode,
      BUYER,
      expect.any(AbortSignal),
    );
  });

  it.each([null, 0n])(
    "[P-23] refuse the price %o, even when the chain can't be read",
    async (payable) => {
      expectWarning("The sale could not be read");
      const scene = world({ ...order, payable });
      scene.state.sale = new Error("down");
      expect(await wordsOf(scene)).toBe("Invalid amount specified");
    },
  );

  it("say so when the browser is offline", async () => {
    expectWarning("The sale could not be read");
    vi.stubGlobal("navigator", { onLine: false });
    const scene = world();
    scene.state.sale = new Error("down");
    expect(await failureOf(scene)).toEqual({ reason: "offline" });
  });

  it("refuse when the chain can't be read", async () => {
    expectWarning("The sale could not be read");
    const scene = world();
    scene.state.sale = new Error("down");
    expect(await wordsOf(scene)).toEqual(
      failed("the network isn't answering. Nothing was sent. Try again in a moment."),
    );
  });

  it.each([
    ["higher", 3n * ONE, money(3n * ONE)],
    ["lower", ONE, money(ONE)],
    ["one wei off", 2n * ONE + 1n, money(2n * ONE)],
  ])("refuse a price that is %s by now, and show it", async (_, payable, shown) => {
    const scene = world();
    const sale = saleFor(order, { quote: { quantity: 2, normal: payable, payable } });
    scene.state.sale = sale;
    expect(await wordsOf(scene)).toEqual(
      failed(
        `the price has changed to ${shown}. Nothing was sent. Press Mint again to pay the new price.`,
      ),
    );
    expect(scene.sales).toEqual([sale]);
  });

  it("refuse while sales are paused", async () => {
    const scene = world();
    scene.state.sale = saleFor(order, { paused: true });
    expect(await wordsOf(scene)).toEqual(failed("sales are paused. Nothing was sent."));
  });

  it.each([
    [SIZE, "all tickets are sold. Nothing was sent."],
    [SIZE - 1n, "only 1 ticket is left. Nothing was sent. Choose fewer tickets."],
  ])("refuse two tickets after %d", async (totalSupply, words) => {
    const scene = world();
    scene.state.sale = saleFor(order, { totalSupply });
    expect(await wordsOf(scene)).toEqual(failed(words));
  });

  it("let the last tickets go", async () => {
    const scene = world();
    scene.state.sale = saleFor(order, { totalSupply: SIZE - 2n });
    await scene.mint();
    expect(scene.events.at(-1)?.answer).toBe(pending.transactionHash);
  });

  it("refuse what the purchaser refuses, before the wallet is asked", async () => {
    const scene = world();
    scene.purchaser.prepare.mockRejectedValueOnce(
      new MintError({ reason: "insufficientFunds", funds: null }),
    );
    expect(await failureOf(scene)).toEqual({ reason: "insufficientFunds", funds: null });
  });

  it("refuse when the code that sends can't be loaded", async () => {
    expectWarning("The code that sends transactions could not be loaded");
    const scene = world();
    scene.loadPurchaser.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect(await wordsOf(scene)).toEqual(
      failed(
        "part of this page didn't load. Nothing was sent. Check your connection, then try again.",
      ),
    );
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
  it("a rejection is told as one", async () => {
    const scene = world();
    scene.purchaser.send.mockRejectedValueOnce(new MintError({ reason: "rejected" }));
    await scene.mint();
    expect(scene.events).toEqual([{ asked: order }, { failure: { reason: "rejected" } }]);
  });

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
  it("reports nothing any more, and sends nothing", async () => {
    const scene = world();
    scene.purchaser.prepare.mockImplementationOnce(async () => {
      scene.controller.abort();
      return prepared;
    });
    await scene.mint();
    expect(scene.events).toEqual([]);
    expect(scene.purchaser.send).not.toHaveBeenCalled();
  });

  it("is not told of a read that its leaving has ended", async () => {
    const scene = world();
    scene.purchaser.assess.mockImplementationOnce(async (_, __, signal) => {
      scene.controller.abort();
      throw signal.reason;
    });
    await scene.mint();
    expect(scene.events).toEqual([]);
  });
});
