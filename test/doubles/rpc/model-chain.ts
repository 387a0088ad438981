import { id, ZeroHash } from "ethers";
import * as collection from "../../../collection.ts";
import {
  EndpointsFailed,
  type RpcCall,
  type Transport,
} from "../../../frontend/src/chain/rpc/transport.ts";
import type { Purchase } from "../../../frontend/src/domain/order/purchase.ts";
import { answerOf, receiptOf, soldLog, TICKET, type Told } from "./told-chain.ts";
import { transportOf } from "./transport-of.ts";

const RELAYER = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const EXECUTION_SUCCESS = id("ExecutionSuccess(bytes32,uint256)");
const EXECUTION_FAILURE = id("ExecutionFailure(bytes32,uint256)");

export interface Transaction {
  readonly hash: string;
  readonly from: string;
  readonly nonce: number;
  /** `null` if the transaction buys nothing, like a cancellation. */
  readonly sale: {
    readonly buyer: string;
    readonly quantity: number;
    readonly paid: bigint;
  } | null;
  readonly executes: string | null;
  /** The Safe whose execution fails; `null` for every other transaction. */
  readonly failsFor: string | null;
  /**
   * Whether the sender gave the transaction only to a block builder. Endpoints then see it only in
   * a block.
   */
  readonly isPrivate: boolean;
}

/** What a transaction is that its own account sends to everyone. */
export const PLAIN = { executes: null, failsFor: null, isPrivate: false } as const;

interface Block {
  readonly hash: string;
  readonly transactions: readonly Mined[];
}

interface Mined {
  readonly transaction: Transaction;
  /** `null` if it sold nothing. */
  readonly purchase: Purchase | null;
  readonly told: Told & { readonly block: number };
}

export class ModelChain {
  blocks: Block[] = [];
  mempool: Transaction[] = [];
  paused = false;
  #hashes = 0;
  readonly #base: number;

  constructor(height: number) {
    this.#base = height;
  }

  newHash(): string {
    this.#hashes += 1;
    return `0x${this.#hashes.toString(16).padStart(64, "f")}`;
  }

  get height(): number {
    return this.#base + this.blocks.length;
  }

  get sold(): number {
    return this.mined.reduce((sum, { purchase }) => sum + (purchase?.quantity ?? 0), 0);
  }

  get mined(): readonly Mined[] {
    return minedIn(this.blocks);
  }

  nonceOf(account: string): number {
    return this.mined.filter(({ transaction }) => transaction.from === account).length;
  }

  send(transaction: Transaction): void {
    this.mempool.push(transaction);
  }

  mine(take: (transaction: Transaction) => boolean = () => true): void {
    const transactions: Mined[] = [];
    let sold = this.sold;
    const waiting = [...this.mempool].sort((a, b) => a.nonce - b.nonce);
    for (const transaction of waiting) {
      const { from, nonce, sale } = transaction;
      const before = transactions.filter((other) => other.transaction.from === from).length;
      if (!take(transaction) || nonce !== this.nonceOf(from) + before) continue;
      const succeeded = sale === null || !this.paused;
      transactions.push(mined(transaction, succeeded, sold + 1, this.height + 1));
      if (sale !== null && succeeded) sold += sale.quantity;
    }
    this.blocks = [...this.blocks, { hash: this.newHash(), transactions }];
    const used = new Set(transactions.map(({ transaction }) => transaction));
    this.mempool = this.mempool.filter((transaction) => !used.has(transaction));
  }

  /** Replaces the newest blocks. The replaced transactions are pending and public again. */
  reorganise(depth: number, keep: (transaction: Transaction) => boolean): void {
    const removed = this.blocks.slice(this.blocks.length - depth);
    this.blocks = this.blocks.slice(0, this.blocks.length - depth);
    this.mempool.push(
      ...minedIn(removed).map(({ transaction }) => ({ ...transaction, isPrivate: false })),
    );
    for (let block = 0; block <= removed.length; block += 1) this.mine(keep);
  }

  replace(hash: string, replacement: Transaction): boolean {
    const index = this.mempool.findIndex((transaction) => transaction.hash === hash);
    if (index === -1) return false;
    this.mempool.splice(index, 1, replacement);
    return true;
  }

  endpoint(view: () => View): Transport {
    return transportOf(async (call, accept, signal) => {
      signal?.throwIfAborted();
      const seen = view();
      if (seen === "down") throw new EndpointsFailed("down");
      const blocks = seen.blocks ?? this.blocks;
      const isHistory = /Receipt|Logs|ByHash/.test(call.method);
      const late = (seen.late ?? 0) + (isHistory ? (seen.unevenly ?? 0) : 0);
      const answer = this.#answer(call, blocks.slice(0, Math.max(0, blocks.length - late)));
      const reported = seen.lie === undefined ? answer : seen.lie(call, answer);
      try {
        return accept(reported);
      } catch (cause) {
        throw new EndpointsFailed("No endpoint gave a usable answer", { cause });
      }
    });
  }

  #answer(call: RpcCall, blocks: readonly Block[]): unknown {
    const mined = minedIn(blocks).map(({ told }) => told);
    const pending = this.mempool
      .filter(({ isPrivate }) => !isPrivate)
      .map((transaction) => ({ ...transaction, to: recipientOf(transaction) }));
    return answerOf(call, {
      head: this.#base + blocks.length,
      transactions: [...mined, ...pending],
      nextNonce: 0,
      tells: { eth_call: "0x" },
    });
  }
}

export type View =
  | "down"
  | {
      readonly late?: number;
      /** By so many blocks, the endpoint's nodes for receipts and logs lag behind. */
      readonly unevenly?: number;
      readonly blocks?: readonly Block[];
      readonly lie?: (call: RpcCall, truth: unknown) => unknown;
    };

export function lies(buyer: string): readonly ((call: RpcCall, truth: unknown) => unknown)[] {
  const receipt = (hash: string, succeeded: boolean) => {
    const sale = { buyer, quantity: 2, paid: 2n };
    const transaction = { hash, from: buyer, nonce: 0, sale, ...PLAIN };
    return receiptOf(mined(transaction, succeeded, collection.size - 10, 101).told);
  };
  return [
    ({ method, params }, truth) =>
      method === "eth_getTransactionReceipt" ? receipt(String(params[0]), false) : truth,
    ({ method, params }, truth) =>
      method === "eth_getTransactionReceipt" ? receipt(String(params[0]), true) : truth,
    ({ method }, truth) => {
      if (method === "eth_getTransactionReceipt" || method === "eth_getTransactionByHash") {
        return null;
      }
      if (method === "eth_getTransactionCount") return "0xffff";
      return method === "eth_getLogs" ? [] : truth;
    },
    ({ method }, truth) => {
      if (method === "eth_getTransactionByHash") return { from: buyer, nonce: "0x0" };
      if (method === "eth_getTransactionReceipt") return null;
      if (method === "eth_getTransactionCount") return "0x1";
      return method === "eth_getLogs" ? [] : truth;
    },
    ({ method }, truth) => (method === "eth_blockNumber" ? "0xffffff" : truth),
  ];
}

function minedIn(blocks: readonly Block[]): readonly Mined[] {
  return blocks.flatMap(({ transactions }) => transactions);
}

function recipientOf({ from, sale, executes, failsFor }: Transaction): string {
  if (sale === null) return failsFor ?? from;
  return executes === null ? TICKET : sale.buyer;
}

function mined(
  transaction: Transaction,
  succeeded: boolean,
  firstTokenId: number,
  block: number,
): Mined {
  const { hash, from, nonce, sale } = transaction;
  const purchase =
    sale === null || !succeeded
      ? null
      : { transactionHash: hash, firstTokenId: BigInt(firstTokenId), quantity: sale.quantity };
  const told = {
    hash,
    from,
    nonce,
    to: recipientOf(transaction),
    block,
    status: succeeded ? "0x1" : "0x0",
    logs: logsOf(transaction, purchase),
  };
  return { transaction, purchase, told };
}

function logsOf({ sale, executes, failsFor }: Transaction, purchase: Purchase | null) {
  if (failsFor !== null) {
    const topics = [EXECUTION_FAILURE, executes ?? ZeroHash];
    return [{ address: failsFor, topics, data: "0x" }];
  }
  if (sale === null || purchase === null) return [];
  const { buyer, quantity, paid } = sale;
  const terms = { buyer, to: buyer, quantity: BigInt(quantity), paid };
  const sold = soldLog(purchase.firstTokenId, terms);
  if (executes === null) return [sold];
  const data = `${executes}${"00".repeat(32)}`;
  return [sold, { address: buyer, topics: [EXECUTION_SUCCESS], data }];
}

export function execution(
  chain: ModelChain,
  buyer: string,
  signed: string | null,
  sale: { readonly quantity: number; readonly paid: bigint } | null,
): Transaction {
  const sent = chain.mempool.filter(({ from }) => from === RELAYER).length;
  return {
    hash: chain.newHash(),
    from: RELAYER,
    nonce: chain.nonceOf(RELAYER) + sent,
    sale: sale && { buyer, ...sale },
    executes: signed,
    failsFor: sale === null ? buyer : null,
    isPrivate: false,
  };
}
