import { type Interface, id, zeroPadValue } from "ethers";
import { ownerOf } from "../../domain/order.ts";
import type { PendingPurchase, Purchase } from "../../domain/sale.ts";
import { COLLECTION_SIZE } from "../../domain/supply.ts";
import { asData, asQuantity } from "../rpc/answers.ts";
import type { RpcCall, Transport } from "../rpc/transport.ts";

/** What every endpoint takes in one `eth_getLogs`. */
const LOG_WINDOW = 500;

/** So many of the newest blocks are searched again each time, in case they are exchanged. */
const REORG_BLOCKS = 6;

/** A Safe's own event of an execution; its first argument is the hash that the owners have signed. */
const SAFE_EXECUTION = id("ExecutionSuccess(bytes32,uint256)");

/** What one endpoint shows of a purchase. `block` is the one that has to stay for it to stay true. */
export type Sighting =
  | { readonly kind: "bought"; readonly purchase: Purchase; readonly block: number }
  | { readonly kind: "reverted"; readonly block: number }
  /** Mined, and nothing was sold by it. */
  | { readonly kind: "soldNothing"; readonly block: number }
  /** Its nonce was used by another transaction, and no block up to the newest one has a purchase under it. */
  | { readonly kind: "replaced"; readonly block: number }
  /** The chain's first block is another one. */
  | { readonly kind: "reset"; readonly block: number }
  /** Nothing yet. */
  | { readonly kind: "waiting"; readonly known: boolean };

export interface Look {
  readonly sighting: Sighting;
  /** The endpoint's newest block. */
  readonly head: number;
  /** The transaction's nonce, as far as the endpoint knows. */
  readonly nonce: number | null;
}

/** What was learnt from one endpoint about one purchase. Only its own answers are in it. */
export interface Memory {
  nonce: number | null;
  /** The newest block when the nonce was first seen to be used. */
  usedAt: number | null;
  /** The blocks that were searched for events, both included; complete once they are all since it was sent. */
  searched: { readonly from: number; readonly to: number; readonly complete: boolean } | null;
  /** The transaction that turned out to be the purchase. */
  found: string | null;
  /** Transactions that are other purchases. */
  readonly foreign: Set<string>;
}

export function newMemory(): Memory {
  return { nonce: null, usedAt: null, searched: null, found: null, foreign: new Set() };
}

interface Receipt {
  readonly succeeded: boolean;
  readonly block: number;
  readonly logs: readonly Log[];
}

interface Log {
  readonly address: string;
  readonly topics: string[];
  readonly data: string;
  readonly transactionHash: string;
}

/** One `TicketsSold` event of the buyer. */
interface Sold {
  readonly purchase: Purchase;
  readonly paid: bigint;
}

/** The other purchases of this browser, as known now. */
export interface Others {
  /** Their transaction hashes, lower-cased. */
  readonly hashes: ReadonlySet<string>;
  /** Whether the same buyer has another one that has not settled: a sale under an unknown hash could be that one's. */
  readonly unsettled: boolean;
}

/** Looks for a purchase through one endpoint. */
export type Observe = (
  endpoint: Transport,
  pending: PendingPurchase,
  memory: Memory,
  others: Others,
  signal: AbortSignal,
) => Promise<Look>;

export function createObserver(ticketAddress: string, ticket: Interface): Observe {
  // ethers hashes an event's signature each time that it is asked for, and `parseLog` asks for every event's.
  const soldTopic = ticket.getEvent("TicketsSold")?.topicHash ?? null;

  /** The buyer's purchases among logs. @throws {Error} for logs that no chain gives */
  function soldIn(logs: readonly Log[], { buyer, order }: PendingPurchase): Sold[] {
    const sold: Sold[] = [];
    for (const log of logs) {
      if (!isSame(log.address, ticketAddress) || log.topics[0] !== soldTopic) continue;
      const args = ticket.decodeEventLog("TicketsSold", log.data, log.topics);
      const { buyer: payer, to, firstTokenId, quantity, paid } = args;
      if (!isSame(payer, buyer) || !isSame(to, ownerOf(order, buyer))) continue;
      if (firstTokenId < 1n || firstTokenId + quantity - 1n > COLLECTION_SIZE) {
        throw new TypeError("Tickets that don't exist");
      }
      const { transactionHash } = log;
      sold.push({ purchase: { transactionHash, firstTokenId, quantity: Number(quantity) }, paid });
    }
    return sold;
  }

  function isOrdered({ purchase, paid }: Sold, { order }: PendingPurchase): boolean {
    return purchase.quantity === order.quantity && paid === order.payable;
  }

  function isNew({ purchase }: Sold, { soldBefore }: PendingPurchase): boolean {
    return purchase.firstTokenId > BigInt(soldBefore);
  }

  return async (endpoint, pending, memory, others, signal) => {
    const ask = <Value>(call: RpcCall, accept: (result: unknown) => Value) =>
      endpoint.request(call, accept, signal);
    const nonceKnown = () => memory.nonce ?? pending.nonce;

    const receiptOf = (hash: string) => ask(receiptCall(hash), (result) => asReceipt(result, hash));
    const transactionOf = (hash: string) =>
      ask(transactionCall(hash), (result) => asTransaction(result, pending.buyer));

    /** Whether an event is this purchase and no other of the same buyer; `null` while it could be either. */
    async function isThisOne(sold: Sold): Promise<boolean | null> {
      const hash = sold.purchase.transactionHash;
      if (pending.byContract) {
        if (!isOrdered(sold, pending) || !isNew(sold, pending)) return false;
        const receipt = await receiptOf(hash);
        if (receipt === null) throw new TypeError("A log without its receipt");
        const own = pending.transactionHash.toLowerCase();
        const executed = executedIn(receipt.logs, pending.buyer);
        if (executed.length > 0) return executed.includes(own);
        // Other wallets' receipts may have the hash that the page was given somewhere, or not at all.
        const mentioned = mentionsIn(receipt.logs);
        if (mentioned.includes(own)) return true;
        if (mentioned.some((mention) => others.hashes.has(mention))) return false;
        return others.unsettled ? null : true;
      }
      const transaction = await transactionOf(hash);
      if (transaction === null) throw new TypeError("A log without its transaction");
      const { nonce } = transaction;
      if (nonceKnown() !== null) return nonce === nonceKnown();
      const notEarlier = nonce === null || nonce >= pending.nonceFrom;
      if (!notEarlier || !isOrdered(sold, pending) || !isNew(sold, pending)) return false;
      return others.unsettled ? null : true;
    }

    let undecided = false;
    async function findBetween(from: number, to: number): Promise<string | null> {
      const filter = {
        address: ticketAddress,
        fromBlock: toHexQuantity(from),
        toBlock: toHexQuantity(to),
        topics: [soldTopic, zeroPadValue(pending.buyer, 32)],
      };
      const found = await ask({ method: "eth_getLogs", params: [filter] }, (result) =>
        soldIn(asLogs(result), pending),
      );
      for (const sold of found) {
        const hash = sold.purchase.transactionHash.toLowerCase();
        if (others.hashes.has(hash) || memory.foreign.has(hash)) continue;
        const isOwn = await isThisOne(sold);
        if (isOwn === true) return hash;
        if (isOwn === false) memory.foreign.add(hash);
        else undecided = true;
      }
      return null;
    }

    /** Newest blocks first, a window at a time. @returns whether every block up to `head` has been searched */
    async function search(head: number): Promise<boolean> {
      // With a nonce nothing earlier can be mistaken for it, so that blocks which were exchanged are covered too.
      const first = Math.max(
        0,
        pending.sinceBlock + 1 - (nonceKnown() === null ? 0 : REORG_BLOCKS),
      );
      let { searched } = memory;
      const missed = searched === null ? 0 : head - searched.to;
      if (missed + REORG_BLOCKS > LOG_WINDOW) searched = null;
      // An endpoint behind the block in which it was sent can't tell that nothing came of it.
      if (head < first) return false;

      const newestFrom =
        searched === null
          ? Math.max(first, head - LOG_WINDOW + 1)
          : Math.max(searched.from, Math.min(searched.to, head) - REORG_BLOCKS + 1);
      memory.found = await findBetween(newestFrom, head);
      let from = searched?.from ?? newestFrom;
      if (memory.found === null && searched !== null && from > first) {
        const olderFrom = Math.max(first, from - LOG_WINDOW);
        memory.found = await findBetween(olderFrom, from - 1);
        from = olderFrom;
      }
      // These blocks are searched again until it is known whose sale was in them.
      if (undecided) return false;
      const complete = from <= first;
      memory.searched = { from, to: head, complete };
      return complete;
    }

    const own = pending.transactionHash;
    const ownIsOther = others.hashes.has(own.toLowerCase());
    // Until its nonce is known, a purchase that is mined is not told without it: then both are asked in one round trip.
    const needsNonce = !ownIsOther && !pending.byContract && nonceKnown() === null;
    const { head, receipt, early } = await endpoint.requestAll(
      [
        { method: "eth_blockNumber", params: [] },
        ...(ownIsOther ? [] : [receiptCall(own)]),
        ...(needsNonce ? [transactionCall(own)] : []),
      ],
      (read) => ({
        head: Number(asQuantity(read(0))),
        receipt: ownIsOther ? null : asReceipt(read(1), own),
        early: needsNonce ? asTransaction(read(2), pending.buyer) : null,
      }),
      signal,
    );
    const look = (sighting: Sighting): Look => ({ sighting, head, nonce: memory.nonce });

    function sightingOf(receipt: Receipt): Sighting {
      const { block } = receipt;
      if (!receipt.succeeded) return { kind: "reverted", block };
      const sold = soldIn(receipt.logs, pending);
      const ordered = sold.find((each) => isOrdered(each, pending)) ?? sold[0];
      return ordered === undefined
        ? { kind: "soldNothing", block }
        : { kind: "bought", purchase: ordered.purchase, block };
    }

    if (memory.found !== null) {
      const found = others.hashes.has(memory.found) ? null : await receiptOf(memory.found);
      if (found !== null) return look(sightingOf(found));
      memory.found = null;
      memory.searched = null;
    }

    const known = needsNonce || ownIsOther || receipt !== null ? early : await transactionOf(own);
    if (!pending.byContract && known?.nonce != null && known.nonce >= pending.nonceFrom) {
      memory.nonce = known.nonce;
    }
    // With its nonce known, its block may even have taken the place of one that was there when it was sent.
    const isEarly =
      receipt !== null && receipt.block <= pending.sinceBlock && nonceKnown() === null;
    if (receipt !== null && !isEarly) return look(sightingOf(receipt));

    // A wallet may give an old transaction's hash: that one says nothing of this purchase.
    const transaction = isEarly ? null : known;
    const nonce = nonceKnown();
    const isUsed =
      nonce !== null &&
      !pending.byContract &&
      Number(
        await ask(
          { method: "eth_getTransactionCount", params: [pending.buyer, "latest"] },
          asQuantity,
        ),
      ) > nonce;
    memory.usedAt = isUsed ? (memory.usedAt ?? head) : null;

    if (pending.byContract || isUsed || transaction === null) {
      const complete = await search(head);
      if (memory.found !== null) {
        const found = await receiptOf(memory.found);
        if (found !== null) return look(sightingOf(found));
      } else if (complete && memory.usedAt !== null) {
        return look({ kind: "replaced", block: memory.usedAt });
      }
    }
    if (transaction === null && pending.genesis !== null) {
      const genesis = await ask(
        { method: "eth_getBlockByNumber", params: ["0x0", false] },
        asBlockHash,
      );
      if (!isSame(genesis, pending.genesis)) return look({ kind: "reset", block: 0 });
    }
    return look({ kind: "waiting", known: transaction !== null });
  };
}

/** The hashes that a Safe has executed. They were moved from the data to the topics in version 1.4. */
function executedIn(logs: readonly Log[], safe: string): string[] {
  return logs
    .filter(({ address, topics }) => isSame(address, safe) && topics[0] === SAFE_EXECUTION)
    .map(({ topics, data }) => (topics[1] ?? data.slice(0, 66)).toLowerCase());
}

/** Every word that the logs have, as an event's argument. */
function mentionsIn(logs: readonly Log[]): string[] {
  return logs.flatMap(({ topics, data }) => [
    ...topics.map((topic) => topic.toLowerCase()),
    ...(data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word.toLowerCase()}`),
  ]);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function isNot(hash: string) {
  return (other: string) => !isSame(hash, other);
}

function toHexQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}

function receiptCall(hash: string): RpcCall {
  return { method: "eth_getTransactionReceipt", params: [hash] };
}

function transactionCall(hash: string): RpcCall {
  return { method: "eth_getTransactionByHash", params: [hash] };
}

/** `null` for a transaction that is unknown. A nonce of another sender is not the buyer's. */
function asTransaction(result: unknown, buyer: string): { readonly nonce: number | null } | null {
  if (result === null) return null;
  const { from, nonce } = result as Readonly<Record<string, unknown>>;
  return { nonce: isSame(asData(from), buyer) ? Number(asQuantity(nonce)) : null };
}

function asReceipt(result: unknown, hash: string): Receipt | null {
  if (result === null) return null;
  const { status, blockNumber, transactionHash, logs } = result as Record<string, unknown>;
  const all = asLogs(logs);
  if ([asData(transactionHash), ...all.map((log) => log.transactionHash)].some(isNot(hash))) {
    throw new TypeError("Another receipt");
  }
  return {
    succeeded: asQuantity(status) === 1n,
    block: Number(asQuantity(blockNumber)),
    logs: all,
  };
}

function asLogs(result: unknown): readonly Log[] {
  if (!Array.isArray(result)) throw new TypeError("Not a list of logs");
  return result.map((log: Readonly<Record<string, unknown>>) => {
    if (!Array.isArray(log.topics)) throw new TypeError("Not a log");
    return {
      address: asData(log.address),
      topics: log.topics.map(asData),
      data: asData(log.data),
      transactionHash: asData(log.transactionHash),
    };
  });
}

/** @throws {TypeError} for what is no block */
export function asBlockHash(result: unknown): string {
  return asData((result as Readonly<Record<string, unknown>> | null)?.hash);
}
