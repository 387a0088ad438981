import type { Interface } from "ethers";
import type { PendingPurchase, Purchase } from "../../domain/sale.ts";
import { asCount } from "../rpc/answers.ts";
import type { Transport } from "../rpc/transport.ts";
import {
  asBlockHash,
  asReceipt,
  asTransaction,
  type BlockTransaction,
  countCall,
  isSame,
  type Receipt,
  receiptCall,
  transactionCall,
} from "./chain-answers.ts";
import { findNonceUser } from "./nonce-user.ts";
import { newSearch, type Others, REORG_BLOCKS, type Search, searchSale } from "./sale-search.ts";
import { createSoldReader, isOrdered, type Sold } from "./sold.ts";

/** One endpoint's view of a purchase. Only proof ends it, which lasts as long as its `block` is not reorganised. */
export type Sighting =
  | { readonly kind: "bought"; readonly purchase: Purchase; readonly block: number }
  | { readonly kind: "reverted"; readonly block: number }
  | { readonly kind: "soldNothing"; readonly block: number }
  /** Another transaction used its nonce, and bought nothing. */
  | { readonly kind: "replaced"; readonly by: string; readonly block: number }
  /** The local chain was reset: its first block has another hash. */
  | { readonly kind: "reset"; readonly block: 0 }
  | { readonly kind: "waiting"; readonly because: Waiting };

/** `behindNonce`: for an earlier transaction. `nonceUsed`: the endpoint does not tell which transaction has its nonce. */
export type Waiting = "unknown" | "pending" | "behindNonce" | "nonceUsed";

export interface Look {
  readonly sighting: Sighting;
  /** The number of the endpoint's newest block. */
  readonly head: number;
  readonly nonce: number | null;
}

/** One endpoint's answers about one purchase. */
export interface Memory {
  nonce: number | null;
  /** The purchase's transaction, if its hash is not the wallet's. */
  found: string | null;
  /** The transaction that used the nonce instead. */
  nonceUser: BlockTransaction | null;
  readonly search: Search;
}

export function newMemory(): Memory {
  return { nonce: null, found: null, nonceUser: null, search: newSearch() };
}

/** @returns a function that looks for a purchase through one endpoint */
export function createObserver(ticketAddress: string, ticket: Interface) {
  const sold = createSoldReader(ticketAddress, ticket);

  /** `null` if the receipt is another purchase's. */
  function outcomeIn(receipt: Receipt, pending: PendingPurchase): Sighting | null {
    const { block, logs } = receipt;
    if (!receipt.succeeded) return { kind: "reverted", block };
    const sales = sold.read(logs, pending);
    const isPaid = ({ payer }: Sold) => isSame(payer, pending.buyer);
    // The wallet may have changed the order, or paid from another account.
    const bought =
      sales.find((each) => isPaid(each) && isOrdered(each, pending)) ??
      sales.find(isPaid) ??
      sales[0];
    if (bought !== undefined) return { kind: "bought", purchase: bought.purchase, block };
    // With tickets for another owner, the wallet's hash was another purchase's.
    return sold.hasSale(logs) ? null : { kind: "soldNothing", block };
  }

  return async (
    endpoint: Transport,
    pending: PendingPurchase,
    memory: Memory,
    others: Others,
    signal: AbortSignal,
  ): Promise<Look> => {
    const { buyer, byContract, nonceFrom, sinceBlock } = pending;
    const receiptOf = (hash: string) =>
      endpoint.request(receiptCall(hash), (result) => asReceipt(result, hash), signal);

    const hash = memory.found ?? pending.transactionHash;
    const seen = await lookUp(endpoint, hash, byContract ? null : buyer, buyer, signal);
    const { head, receipt, transaction, count } = seen;
    const isSentSince = transaction?.nonce != null && transaction.nonce >= nonceFrom;
    if (!byContract && isSentSince) memory.nonce = transaction.nonce;
    const look = (sighting: Sighting): Look => ({ sighting, head, nonce: memory.nonce });

    // The wallet may have given an old transaction's hash.
    const isOwn = memory.found !== null || isSentSince || (receipt?.block ?? 0) > sinceBlock;
    const outcome = receipt !== null && isOwn ? outcomeIn(receipt, pending) : null;
    if (outcome !== null) return look(outcome);
    // A reorganisation may have dropped it.
    if (memory.found !== null) memory.search.searched = null;
    memory.found = null;

    const nonce = memory.nonce ?? pending.nonce;
    const isUsed = nonce !== null && count !== null && count > nonce;
    const isKnown = transaction !== null && receipt === null;
    if (byContract || isUsed || !isKnown) {
      const scope = { endpoint, ticketAddress, sold, pending, nonce, others, signal };
      memory.found = await searchSale(scope, memory.search, head);
      const found = memory.found === null ? null : await receiptOf(memory.found);
      const told = found === null ? null : outcomeIn(found, pending);
      if (told !== null) return look(told);
    }
    if (isUsed) {
      const before = Math.max(0, sinceBlock - REORG_BLOCKS);
      memory.nonceUser ??= await findNonceUser(endpoint, buyer, nonce, before, head, signal).catch(
        (error: unknown) => {
          if (signal.aborted) throw error;
          return null;
        },
      );
      const replaced = await replacement(memory, pending, others, receiptOf);
      return look(replaced ?? { kind: "waiting", because: "nonceUsed" });
    }
    memory.nonceUser = null;
    if (transaction === null && pending.genesis !== null) {
      const first = { method: "eth_getBlockByNumber", params: ["0x0", false] };
      const genesis = await endpoint.request(first, asBlockHash, signal);
      if (!isSame(genesis, pending.genesis)) return look({ kind: "reset", block: 0 });
    }
    const isBehind = nonce !== null && count !== null && count < nonce;
    const because = !isKnown ? "unknown" : isBehind ? "behindNonce" : "pending";
    return look({ kind: "waiting", because });
  };

  /** The outcome by the transaction that used the nonce; `null` if it is the purchase's own, or has no receipt yet. */
  async function replacement(
    memory: Memory,
    pending: PendingPurchase,
    others: Others,
    receiptOf: (hash: string) => Promise<Receipt | null>,
  ): Promise<Sighting | null> {
    const by = memory.nonceUser?.hash ?? null;
    if (by === null || isSame(by, pending.transactionHash)) return null;
    const receipt = await receiptOf(by);
    if (receipt === null) {
      memory.nonceUser = null;
      return null;
    }
    const { block } = receipt;
    // The nonce proves it, unless another wallet's request has named it.
    if (!others.names(by)) {
      const outcome = outcomeIn(receipt, pending);
      if (outcome?.kind === "bought") return outcome;
      const isSpedUp = isSame(receipt.to, ticketAddress);
      if (outcome?.kind === "reverted" && isSpedUp) return outcome;
    }
    return { kind: "replaced", by, block };
  }
}

/** One request for all that an endpoint knows of a hash and of its account's transactions. */
function lookUp(
  endpoint: Transport,
  hash: string | null,
  account: string | null,
  buyer: string,
  signal: AbortSignal,
) {
  const ofHash = hash === null ? [] : [receiptCall(hash), transactionCall(hash)];
  const ofAccount = account === null ? [] : [countCall(account, "latest")];
  return endpoint.requestAll(
    [{ method: "eth_blockNumber", params: [] }, ...ofHash, ...ofAccount],
    (read) => ({
      head: asCount(read(0)),
      receipt: hash === null ? null : asReceipt(read(1), hash),
      transaction: hash === null ? null : asTransaction(read(2), buyer),
      count: account === null ? null : asCount(read(1 + ofHash.length)),
    }),
    signal,
  );
}
