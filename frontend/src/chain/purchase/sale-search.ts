import { toQuantity, zeroPadValue } from "ethers";
import type { PendingPurchase } from "../../domain/order/purchase.ts";
import type { ReadResult, Transport } from "../rpc/transport.ts";
import {
  asLogs,
  asTransaction,
  isSame,
  type Log,
  readReceipt,
  transactionCall,
} from "./chain-answers.ts";
import { executedIn, FAILURE } from "./safe-execution.ts";
import { isOrdered, type Sold, type SoldReader } from "./sold.ts";

/**
 * The number of blocks in one `eth_getLogs`. If an endpoint rejects it, the page asks for fewer.
 */
const WIDEST_RANGE = 500;
const RANGES_A_LOOK = 4;
/** The page asks about each sale, so it takes fewer blocks if an endpoint lists more of them. */
export const MOST_SALES = 100;
/** The most requests for older blocks during one visit. */
const OLDER_RANGES = 40;
/** A reorganisation may replace these blocks, so the page searches them again. */
export const REORG_BLOCKS = 6;

export interface Others {
  has(transactionHash: string): boolean;
  /** Whether a wallet has returned this hash for another purchase. */
  names(hash: string): boolean;
  usesNonce(nonce: number): boolean;
  /**
   * Whether an older open purchase has the same order. If a sale matches both, it belongs to the
   * older one.
   */
  hasOlderTwin(): boolean;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

export type Memory = ReturnType<typeof newMemory>;

/** Everything that the page remembers of one endpoint's view of a purchase. */
export function newMemory() {
  return {
    nonce: null as number | null,
    /** The transaction that bought the tickets, if its hash differs from the wallet's. */
    found: null as string | null,
    nonceUser: null as string | null,
    /** Whether the wallet's hash is a transaction's. A Safe may return the hash that its owners sign. */
    isTransaction: false,
    searched: null as Range | null,
    /** The search that starts at the oldest blocks has reached this block. */
    oldest: 0,
    range: WIDEST_RANGE,
    olderRanges: OLDER_RANGES,
    isSearching: false,
    foreign: new Set<string>(),
  };
}

export interface Scope {
  readonly endpoint: Transport;
  readonly ticketAddress: string;
  readonly sold: SoldReader;
  readonly pending: PendingPurchase;
  readonly nonce: number | null;
  readonly memory: Memory;
  readonly others: Others;
  readonly signal: AbortSignal;
}

/**
 * Searches the newest blocks, then the oldest ones, because most purchases are mined soon after the wallet is asked.
 * @returns the hash, in lower case, of the transaction that sold the tickets, or in
 * which the Safe's execution failed; `null` if not found yet
 */
export async function searchSale(scope: Scope, head: number) {
  const { memory } = scope;
  memory.isSearching = false;
  for (let asked = 0; asked < RANGES_A_LOOK; asked += 1) {
    const range = nextRange(scope, head);
    if (range === null) return null;
    const logs = await logsIn(scope, range);
    if (logs === null) {
      memory.range = Math.max(1, Math.floor(memory.range / 4));
      return null;
    }
    const found = (await findAmong(scope, logs.sales)) ?? logs.failure;
    if (found === "undecided") return null;
    if (found !== null) return found;
    const { searched } = memory;
    if (searched !== null && range.to < searched.from - 1) {
      memory.oldest = range.to;
      continue;
    }
    memory.searched = {
      from: Math.min(searched?.from ?? range.from, range.from),
      to: Math.max(searched?.to ?? range.to, range.to),
    };
  }
  memory.isSearching = true;
  return null;
}

function nextRange({ pending, nonce, memory }: Scope, head: number): Range | null {
  const { range } = memory;
  const first = Math.max(0, pending.sinceBlock + 1 - (nonce === null ? 0 : REORG_BLOCKS));
  if (head < first) return null;
  const missed = head - (memory.searched?.to ?? head);
  if (Math.abs(missed) > RANGES_A_LOOK * range) memory.searched = null;
  // The endpoint no longer has the newest block that was searched.
  if (memory.searched === null && missed < 0) memory.oldest = 0;
  const { searched } = memory;
  if (searched === null) return { from: Math.max(first, head - range + 1), to: head };
  if (searched.to < head) {
    const again = Math.min(REORG_BLOCKS, Math.floor(range / 2));
    const from = Math.max(searched.from, searched.to + 1 - again);
    return { from, to: Math.min(head, from + range - 1) };
  }
  const from = Math.max(first, memory.oldest + 1);
  const to = searched.from - 1;
  if (to < from || memory.olderRanges === 0) return null;
  memory.olderRanges -= 1;
  const isOldest = memory.olderRanges % 2 === 1;
  return isOldest
    ? { from, to: Math.min(to, from + range - 1) }
    : { from: Math.max(from, to - range + 1), to };
}

async function logsIn(scope: Scope, { from, to }: Range) {
  const { endpoint, ticketAddress, sold, pending, signal } = scope;
  const { buyer, byContract, transactionHash } = pending;
  const blocks = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
  const sales = {
    address: ticketAddress,
    ...blocks,
    topics: [sold.topic, zeroPadValue(buyer, 32)],
  };
  const failures = { address: buyer, ...blocks, topics: [FAILURE] };
  const isNamed = byContract && transactionHash !== null;
  const calls = (isNamed ? [sales, failures] : [sales]).map((filter) => ({
    method: "eth_getLogs",
    params: [filter],
  }));
  const accept = (read: ReadResult) => ({
    sales: sold.read(asLogs(read(0)), pending),
    failure: isNamed ? failedIn(asLogs(read(1)), pending) : null,
  });
  try {
    const logs = await endpoint.requestAll(calls, accept, signal);
    return logs.sales.length > MOST_SALES ? null : logs;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** @returns the transaction in which the Safe executed the wallet's hash and failed */
function failedIn(logs: readonly Log[], { buyer, transactionHash }: PendingPurchase) {
  const own = logs.find((log) =>
    executedIn([log], buyer, FAILURE).some((signed) => isSame(signed, transactionHash)),
  );
  return own?.transactionHash.toLowerCase() ?? null;
}

/** @returns "undecided" if the page must search these blocks again */
async function findAmong(scope: Scope, sales: readonly Sold[]) {
  const { pending, others, memory } = scope;
  let found: "undecided" | null = null;
  for (const each of sales) {
    const hash = each.purchase.transactionHash.toLowerCase();
    if (!isSame(each.payer, pending.buyer) || memory.foreign.has(hash)) continue;
    if (others.names(hash)) continue;
    const identified = pending.byContract ? identifiedByExecution : identifiedByNonce;
    const identity = await identified(scope, each);
    if (identity === "own") return hash;
    if (identity === "foreign") memory.foreign.add(hash);
    if (identity === "unknown") found = "undecided";
    const isNew = each.purchase.firstTokenId > BigInt(pending.soldBefore);
    if (identity !== "open" || !isNew || !isOrdered(each, pending) || others.has(hash)) continue;
    if (!others.hasOlderTwin()) return hash;
    found = "undecided";
  }
  return found;
}

/**
 * `open`: the page can match only by the order and the ticket's number. `unknown`: the endpoint
 * returned the log, but not the transaction.
 */
type Identity = "own" | "foreign" | "open" | "unknown";

async function identifiedByNonce(scope: Scope, { purchase }: Sold): Promise<Identity> {
  const { endpoint, pending, nonce: own, others, signal } = scope;
  const call = transactionCall(purchase.transactionHash);
  const accept = (result: unknown) => asTransaction(result, pending.buyer);
  const transaction = await endpoint.request(call, accept, signal);
  if (transaction === null) return "unknown";
  const { nonce } = transaction;
  if (own !== null) return nonce === own ? "own" : "foreign";
  if (nonce === null) return "open";
  return nonce < pending.nonceFrom || others.usesNonce(nonce) ? "foreign" : "open";
}

async function identifiedByExecution(scope: Scope, { purchase }: Sold): Promise<Identity> {
  const { endpoint, pending, others, memory, signal } = scope;
  const receipt = await readReceipt(endpoint, purchase.transactionHash, signal);
  if (receipt === null) return "unknown";
  const executed = executedIn(receipt.logs, pending.buyer);
  if (executed.some((signed) => others.names(signed))) return "foreign";
  if (executed.length === 0 || pending.transactionHash === null || memory.isTransaction)
    return "open";
  return executed.includes(pending.transactionHash.toLowerCase()) ? "own" : "foreign";
}
