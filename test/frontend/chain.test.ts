import { type JsonRpcSigner, parseEther } from "ethers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as collection from "../../collection.ts";
import { createPurchaser } from "../../frontend/src/chain/purchase/purchase.ts";
import type { Following } from "../../frontend/src/chain/purchase/settlement.ts";
import { createTicketReader } from "../../frontend/src/chain/sale/reader.ts";
import type { Eip1193Provider } from "../../frontend/src/domain/mint/eip1193.ts";
import { MintError } from "../../frontend/src/domain/mint/mint-failure.ts";
import type { Order } from "../../frontend/src/domain/order/order.ts";
import type { PendingPurchase, Purchase } from "../../frontend/src/domain/order/purchase.ts";
import { networks } from "../../networks.ts";
import type { Ticket } from "../../typechain-types/contracts/Ticket.ts";
import { Ticket__factory } from "../../typechain-types/factories/contracts/Ticket__factory.ts";
import { failed, inWords } from "../doubles/page/in-words.ts";
import { alone } from "../doubles/rpc/told-chain.ts";
import { discounted } from "../support/collection.ts";
import { money } from "../support/money.ts";
import { chainId, provider, rpcUrl, ticketAddress, transport } from "./support/local-chain.ts";

const { discountPercent, maxPerPurchase } = collection;
const { confirmations } = networks.localhost;
const reader = createTicketReader(transport, ticketAddress);
const purchaser = createPurchaser(transport, ticketAddress, chainId, confirmations);

let owner: JsonRpcSigner;
let buyer: JsonRpcSigner;
let ticket: Ticket;
let snapshot: string;

function walletOf(account: string) {
  const sent: unknown[] = [];
  const wallet: Eip1193Provider = {
    async request({ method, params = [] }) {
      if (method === "eth_accounts" || method === "eth_requestAccounts") return [account];
      if (method === "eth_sendTransaction") sent.push(params[0]);
      const response = await fetch(rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      const { result, error } = (await response.json()) as { result?: unknown; error?: object };
      // EIP-1193 requires an Error with the node's code and data.
      if (error !== undefined) throw Object.assign(new Error(), error);
      return result;
    },
  };
  return { wallet, sent };
}

async function orderFor(quantity: number, affiliateCode: string | null): Promise<Order> {
  const { quote } = await reader.readSale({ quantity, affiliateCode });
  const affiliate =
    affiliateCode === null
      ? ({ kind: "none" } as const)
      : ({ kind: "code", code: affiliateCode } as const);
  return { quantity, affiliate, payable: quote.payable };
}

/** Ends each of the page's half-minute waits at once. */
function follow(pending: PendingPurchase): Promise<Purchase> {
  const ending = new AbortController();
  return new Promise((resolve, reject) => {
    const report = (following: Following) => {
      if (following.type === "mined") {
        resolve(following.purchase);
        ending.abort();
      }
      if (following.type === "noticed" && following.notice === "confirming") {
        vi.advanceTimersByTime(30_000);
      }
    };
    purchaser.follow(() => pending, Date.now(), alone, report, ending.signal).then(resolve, reject);
  });
}

async function prepare(order: Order, account: string) {
  const assessed = await purchaser.assess(order, account, new AbortController().signal);
  return await purchaser.prepare(order, account, assessed);
}

async function buy(order: Order, account = buyer.address) {
  const prepared = await prepare(order, account);
  const { wallet, sent } = walletOf(account);
  const hash = await purchaser.send(prepared, wallet);
  const purchase = await follow({ ...prepared, transactionHash: hash });
  return { purchase, hash, sent };
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MintError);
  return inWords((error as MintError).failure);
}

beforeAll(async () => {
  owner = await provider.getSigner(0);
  buyer = await provider.getSigner(1);
  ticket = Ticket__factory.connect(ticketAddress, owner);
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
  if (snapshot !== undefined) await provider.send("evm_revert", [snapshot]);
  snapshot = await provider.send("evm_snapshot", []);
});

afterEach(() => {
  vi.useRealTimers();
});

describe("reading", () => {
  it(`[P-01] gives the contract's own prices for 1 to ${maxPerPurchase}, with and without a code`, async () => {
    for (let quantity = 1; quantity <= maxPerPurchase; quantity += 1) {
      const normal = await ticket.getPriceForQuantity(quantity);
      const withCode = await ticket.getAffiliatePriceForQuantity(quantity);
      expect(withCode).toBe(discounted(normal));
      expect((await reader.readSale({ quantity, affiliateCode: null })).quote).toEqual({
        quantity,
        normal,
        payable: normal,
      });
      expect((await reader.readSale({ quantity, affiliateCode: "welcome5" })).quote).toEqual({
        quantity,
        normal,
        payable: withCode,
      });
    }
  });
});

describe("buying", () => {
  it("[D-02] without a code pays the price to the wei", async () => {
    const before = await provider.getBalance(ticketAddress);
    const { purchase, hash, sent } = await buy(await orderFor(3, null));
    expect(purchase).toEqual({ transactionHash: hash, firstTokenId: 1n, quantity: 3 });
    expect(await ticket.ownerOf(1)).toBe(buyer.address);
    expect(await ticket.ownerOf(3)).toBe(buyer.address);
    expect((await provider.getBalance(ticketAddress)) - before).toBe(parseEther("0.15"));
    expect((await reader.readSale({ quantity: 1, affiliateCode: null })).totalSupply).toBe(3n);
    expect(sent).toHaveLength(1);
  });

  // A larger purchase may need more gas.
  const most = Math.min(50, maxPerPurchase);
  it(`of ${most} tickets with a code pays ${discountPercent} % less, with 300000 gas`, async () => {
    const { purchase, hash } = await buy(await orderFor(most, "welcome5"));
    expect(purchase.quantity).toBe(most);
    const due = discounted(parseEther("0.05") * BigInt(most));
    const transaction = await provider.getTransaction(hash);
    expect(transaction).toMatchObject({ value: due, gasLimit: 300_000n });
    const { purchases, tickets, paid } = await ticket.affiliateSales("welcome5");
    expect([purchases, tickets, paid]).toEqual([1n, BigInt(most), due]);
  });

  it("mints to an address that the wallet gives in lower case", async () => {
    const { purchase } = await buy(await orderFor(1, null), buyer.address.toLowerCase());
    expect(await ticket.ownerOf(purchase.firstTokenId)).toBe(buyer.address);
  });
});

it.each<[string, () => Promise<unknown>, string]>([
  ["while sales are paused", () => ticket.pause(), "sales are paused. Nothing was sent."],
  [
    "when the price has changed",
    () => ticket.setTicketPrice(parseEther("0.06")),
    `the price has changed to ${money(discounted(parseEther("0.18")))}. Nothing was sent. Press Mint again to pay the new price.`,
  ],
])("[P-25] nothing is sent %s", async (_, change, words) => {
  const order = await orderFor(3, "welcome5");
  await change();
  expect(await failureOf(prepare(order, buyer.address))).toBe(failed(words));
});

it("[P-25] what fails on chain is reported with its reason, and sells nothing", async () => {
  const prepared = await prepare(await orderFor(2, null), buyer.address);
  // Makes the node accept a transaction that will revert.
  await provider.send("evm_setAutomine", [false]);
  try {
    const pause = await ticket.pause({ gasPrice: parseEther("0.000001") });
    const { wallet } = walletOf(buyer.address);
    const pending = { ...prepared, transactionHash: await purchaser.send(prepared, wallet) };
    await provider.send("evm_mine", []);
    expect((await pause.wait())?.status).toBe(1);
    expect(await failureOf(follow(pending))).toEqual(
      failed(
        "sales are paused. The contract refused the purchase, and you paid only the network fee.",
      ),
    );
  } finally {
    await provider.send("evm_setAutomine", [true]);
  }
  expect(await ticket.totalSupply()).toBe(0n);
  expect(await provider.getBalance(ticketAddress)).toBe(0n);
});
