import { type Interface, id, toQuantity, ZeroHash } from "ethers";
import * as collection from "../../../collection.ts";
import {
  EndpointsFailed,
  type RpcCall,
  type Transport,
} from "../../../frontend/src/chain/rpc/transport.ts";
import type { TicketsSoldEvent } from "../../../typechain-types/contracts/interfaces/ITicket.ts";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { transportOf } from "./transport-of.ts";

export const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
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

interface Block {
  readonly hash: string;
  readonly transactions: readonly Mined[];
}

interface Mined {
  readonly transaction: Transaction;
  readonly succeeded: boolean;
  readonly firstTokenId: number;
}

const ticket: Interface = ITicket__factory.createInterface();

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
    return soldIn(this.blocks);
  }

  nonceOf(account: string): number {
    return countIn(this.blocks, account);
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
      const mined = transactions.filter((other) => other.transaction.from === from).length;
      if (!take(transaction) || nonce !== this.nonceOf(from) + mined) continue;
      const succeeded = sale === null || !this.paused;
      transactions.push({ transaction, succeeded, firstTokenId: sold + 1 });
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
      ...removed.flatMap(({ transactions }) =>
        transactions.map(({ transaction }) => ({ ...transaction, isPrivate: false })),
      ),
    );
    for (let block = 0; block <= removed.length; block += 1) this.mine(keep);
  }

  replace(hash: string, replacement: Transaction): boolean {
    const index = this.mempool.findIndex((transaction) => transaction.hash === hash);
    if (index === -1) return false;
    this.mempool.splice(index, 1, replacement);
    return true;
  }

  find(hash: string): { readonly block: number; readonly mined: Mined } | null {
    return findIn(this.blocks, this.#base, hash);
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

  #answer({ method, params }: RpcCall, blocks: readonly Block[]): unknown {
    const [first] = params as [string];
    switch (method) {
      case "eth_blockNumber":
        return toQuantity(this.#base + blocks.length);
      case "eth_getTransactionCount": {
        const [, block] = params as [string, string];
        const until = block === "latest" ? blocks.length : Number(block) - this.#base;
        return toQuantity(countIn(blocks.slice(0, Math.max(0, until)), first));
      }
      case "eth_getBlockByNumber": {
        const { transactions = [] } = blocks[Number(first) - this.#base - 1] ?? {};
        return {
          transactions: transactions.map(({ transaction: { hash, from, nonce } }) => ({
            hash,
            from,
            nonce: toQuantity(nonce),
          })),
        };
      }
      case "eth_getTransactionByHash": {
        const transaction =
          findIn(blocks, this.#base, first)?.mined.transaction ??
          this.mempool.find(({ hash, isPrivate }) => hash === first && !isPrivate);
        return transaction === undefined
          ? null
          : {
              from: transaction.from,
              nonce: toQuantity(transaction.nonce),
              to: recipientOf(transaction),
            };
      }
      case "eth_getTransactionReceipt": {
        const found = findIn(blocks, this.#base, first);
        return found === null ? null : receiptOf(found.mined, found.block);
      }
      case "eth_getLogs": {
        const [{ address, fromBlock, toBlock, topics }] = params as [
          { address: string; fromBlock: string; toBlock: string; topics: readonly string[] },
        ];
        return blocks
          .filter((_, index) => {
            const number = this.#base + index + 1;
            return number >= Number(fromBlock) && number <= Number(toBlock);
          })
          .flatMap(({ transactions }) => transactions.flatMap(logsOf))
          .filter(
            (log) =>
              log.address === address && topics.every((topic, at) => log.topics[at] === topic),
          );
      }
      case "eth_call":
        return "0x";
      default:
        throw new Error(`The page asks for ${method}`);
    }
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
    const transaction = {
      hash,
      from: buyer,
      nonce: 0,
      sale,
      executes: null,
      failsFor: null,
      isPrivate: false,
    };
    return receiptOf({ transaction, succeeded, firstTokenId: collection.size - 10 }, 101);
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

function soldIn(blocks: readonly Block[]): number {
  return blocks
    .flatMap(({ transactions }) => transactions)
    .reduce((sum, { transaction, succeeded }) => {
      return sum + (succeeded ? (transaction.sale?.quantity ?? 0) : 0);
    }, 0);
}

function countIn(blocks: readonly Block[], account: string): number {
  return blocks
    .flatMap(({ transactions }) => transactions)
    .filter(({ transaction }) => transaction.from.toLowerCase() === account.toLowerCase()).length;
}

function findIn(blocks: readonly Block[], base: number, hash: string) {
  for (const [index, { transactions }] of blocks.entries()) {
    const mined = transactions.find(({ transaction }) => transaction.hash === hash);
    if (mined !== undefined) return { block: base + index + 1, mined };
  }
  return null;
}

function receiptOf(mined: Mined, block: number) {
  return {
    status: mined.succeeded ? "0x1" : "0x0",
    blockNumber: toQuantity(block),
    transactionHash: mined.transaction.hash,
    to: recipientOf(mined.transaction),
    logs: logsOf(mined),
  };
}

function recipientOf({ from, sale, executes, failsFor }: Transaction): string {
  if (sale === null) return failsFor ?? from;
  return executes === null ? TICKET : sale.buyer;
}

const encoded = new WeakMap<Mined, ReturnType<typeof encode>>();

/**
 * Caches logs, because encoding takes the most time and a mined transaction's logs never change.
 */
function logsOf(mined: Mined) {
  const logs = encoded.get(mined) ?? encode(mined);
  encoded.set(mined, logs);
  return logs;
}

function encode({ transaction, succeeded, firstTokenId }: Mined) {
  const { hash, sale, executes, failsFor } = transaction;
  if (failsFor !== null) {
    const topics = [EXECUTION_FAILURE, executes ?? ZeroHash];
    return [{ address: failsFor, topics, data: "0x", transactionHash: hash }];
  }
  if (sale === null || !succeeded) return [];
  const { buyer, quantity, paid } = sale;
  const values: TicketsSoldEvent.InputTuple = [
    buyer,
    buyer,
    ZeroHash,
    firstTokenId,
    quantity,
    paid,
  ];
  const { topics, data } = ticket.encodeEventLog("TicketsSold", values);
  const sold = { address: TICKET, topics, data, transactionHash: hash };
  if (executes === null) return [sold];
  const named = `${executes}${"00".repeat(32)}`;
  return [
    sold,
    { address: buyer, topics: [EXECUTION_SUCCESS], data: named, transactionHash: hash },
  ];
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
