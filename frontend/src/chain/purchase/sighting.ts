import type { Interface } from "ethers";
import type { MintFailure } from "../../domain/mint/mint-failure.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/purchase.ts";
import { asCount } from "../rpc/answers.ts";
import type { Transport } from "../rpc/transport.ts";
import {
  asHash,
  asReceipt,
  asTransaction,
  countCall,
  isSame,
  type Receipt,
  readReceipt,
  receiptCall,
  transactionCall,
} from "./chain-answers.ts";
import { findNonceUser } from "./nonce-user.ts";
import { executedIn, FAILURE } from "./safe-execution.ts";
import { type Memory, type Others, type Scope, searchSale } from "./sale-search.ts";
import { createSoldReader, isOrdered, type Sold } from "./sold.ts";

/**
 * One endpoint's view of a purchase. An outcome is valid until a reorganisation drops its `block`.
 */
export type Sighting = Outcome | { readonly kind: "waiting"; readonly because: Waiting };

export type Outcome =
  | { readonly kind: "bought"; readonly purchase: Purchase; readonly block: number }
  | { readonly kind: "notBought"; readonly failure: Denial; readonly block: number };

type Denial = Extract<
  MintFailure,
  { reason: "reverted" | "soldNothing" | "replaced" | "chainReset" }
>;

/**
 * `behindNonce`: an earlier transaction must be mined first. `unproven`: the hash is mined or the
 * nonce is used, but the endpoint proves neither a sale nor its absence.
 */
export type Waiting = "unknown" | "pending" | "behindNonce" | "unproven";

export interface Look {
  readonly sighting: Sighting;
  readonly head: number;
  readonly nonce: number | null;
}

export function createObserver(ticketAddress: string, ticket: Interface) {
  const sold = createSoldReader(ticketAddress, ticket);
  return async (
    endpoint: Transport,
    pending: PendingPurchase,
    memory: Memory,
    others: Others,
    signal: AbortSignal,
  ): Promise<Look> => {
    const seen = await lookUp(endpoint, memory.found ?? pending.transactionHash, pending, signal);
    // A found sale may be another purchase's, so only the wallet's hash leads to the nonce.
    if (memory.found === null && seen.transaction !== null) {
      memory.nonce = isCall(seen.transaction.to, ticketAddress) ? seen.nonce : null;
      memory.isTransaction = true;
    }
    const nonce = memory.nonce ?? pending.nonce;
    const scope = { endpoint, ticketAddress, sold, pending, nonce, memory, others, signal };
    const sighting =
      byHash(scope, seen) ??
      (await byEvent(scope, seen)) ??
      (await byNonce(scope, seen)) ??
      (await byFirstBlock(scope, seen)) ??
      waitingFor(scope, seen);
    return { sighting, head: seen.head, nonce: memory.nonce };
  };
}

type Seen = Awaited<ReturnType<typeof lookUp>>;

function lookUp(
  endpoint: Transport,
  hash: string | null,
  { buyer, byContract, nonceFrom, sinceBlock }: PendingPurchase,
  signal: AbortSignal,
) {
  const ofHash = hash === null ? [] : [receiptCall(hash), transactionCall(hash)];
  const ofBuyer = byContract ? [] : [countCall(buyer, "latest")];
  return endpoint.requestAll(
    [{ method: "eth_blockNumber", params: [] }, ...ofHash, ...ofBuyer],
    (read) => {
      const receipt = hash === null ? null : asReceipt(read(1), hash);
      const transaction = hash === null ? null : asTransaction(read(2), buyer);
      const nonce = transaction?.nonce ?? null;
      const isSentSince = nonce !== null && nonce >= nonceFrom;
      return {
        head: asCount(read(0)),
        receipt,
        transaction,
        count: byContract ? null : asCount(read(1 + ofHash.length)),
        nonce: isSentSince && !byContract ? nonce : null,
        // A wallet may return an old transaction's hash.
        isNew: isSentSince || (receipt?.block ?? 0) > sinceBlock,
      };
    },
    signal,
  );
}

function byHash(scope: Scope, { receipt, isNew }: Seen): Sighting | null {
  const { memory } = scope;
  if (memory.found === null) return receipt !== null && isNew ? outcomeIn(receipt, scope) : null;
  const outcome = receipt && provenIn(receipt, scope);
  if (outcome !== null) return outcome;
  // A reorganisation dropped the transaction, so the page searches again.
  memory.searched = null;
  memory.oldest = 0;
  memory.found = null;
  return null;
}

async function byEvent(scope: Scope, seen: Seen): Promise<Sighting | null> {
  const { endpoint, pending, memory, signal } = scope;
  if (!pending.byContract && !isNonceUsed(scope, seen) && isInPool(seen)) return null;
  memory.found = await searchSale(scope, seen.head);
  if (memory.found === null) return null;
  const receipt = await readReceipt(endpoint, memory.found, signal);
  return receipt && provenIn(receipt, scope);
}

async function byNonce(scope: Scope, seen: Seen): Promise<Sighting | null> {
  const { endpoint, pending, nonce, memory, signal } = scope;
  if (nonce === null || !isNonceUsed(scope, seen)) {
    memory.nonceUser = null;
    return null;
  }
  memory.nonceUser ??= await findNonceUser(scope, nonce, seen.head);
  const by = memory.nonceUser;
  if (by !== null && !isSame(by, pending.transactionHash)) {
    const receipt = await readReceipt(endpoint, by, signal);
    if (receipt !== null) return replacement(scope, by, receipt);
    memory.nonceUser = null;
  }
  return { kind: "waiting", because: "unproven" };
}

function replacement(scope: Scope, by: string, receipt: Receipt): Sighting {
  // A transaction with the purchase's nonce is the buyer's own, unless a wallet returned its hash
  // for another purchase.
  const outcome = scope.others.names(by) ? null : outcomeIn(receipt, scope);
  if (outcome?.kind === "bought" || outcome?.failure.reason === "reverted") return outcome;
  return notBought({ reason: "replaced", by }, receipt.block);
}

async function byFirstBlock(scope: Scope, { transaction }: Seen): Promise<Sighting | null> {
  const { endpoint, pending, signal } = scope;
  const { genesis } = pending;
  if (transaction !== null || genesis === null) return null;
  const first = { method: "eth_getBlockByNumber", params: ["0x0", false] };
  const isReset = !isSame(await endpoint.request(first, asHash, signal), genesis);
  return isReset ? notBought({ reason: "chainReset" }, 0) : null;
}

function waitingFor({ nonce }: Scope, seen: Seen): Sighting {
  const isBehind = nonce !== null && seen.count !== null && seen.count < nonce;
  if (isInPool(seen)) return { kind: "waiting", because: isBehind ? "behindNonce" : "pending" };
  return { kind: "waiting", because: seen.receipt === null ? "unknown" : "unproven" };
}

/**
 * Only a direct call without a sale proves that nothing was bought, because it can't be mined
 * again. A bundle or a proposal proves nothing.
 * @returns `null` if the receipt proves nothing
 */
function outcomeIn(receipt: Receipt, scope: Scope): Outcome | null {
  const { hash: by, to, block, logs, succeeded } = receipt;
  const proven = provenIn(receipt, scope);
  // If the sale names another owner, the wallet's hash belongs to another purchase.
  if (proven !== null || scope.sold.hasSale(logs)) return proven;
  if (!isCall(to, scope.ticketAddress)) return null;
  const reverted = { reason: "reverted", refusal: null } as const;
  return notBought(succeeded ? { reason: "soldNothing", by } : reverted, block);
}

/** A transaction that the page has found may be another device's, so only its events prove something. */
function provenIn({ hash: by, block, logs }: Receipt, { sold, pending }: Scope): Outcome | null {
  const sales = sold.read(logs, pending);
  const isPaid = ({ payer }: Sold) => isSame(payer, pending.buyer);
  // The wallet may have changed the order, or paid from another account.
  const bought =
    sales.find((each) => isPaid(each) && isOrdered(each, pending)) ??
    sales.find(isPaid) ??
    sales[0];
  if (bought !== undefined) return { kind: "bought", purchase: bought.purchase, block };
  const own = pending.transactionHash;
  const isOwn = (signed: string) => isSame(own, signed) || isSame(own, by);
  const hasFailed = executedIn(logs, pending.buyer, FAILURE).some(isOwn);
  return hasFailed ? notBought({ reason: "soldNothing", by }, block) : null;
}

function notBought(failure: Denial, block: number): Outcome {
  return { kind: "notBought", failure, block };
}

function isCall(to: string | null, ticketAddress: string): boolean {
  return to === null || isSame(to, ticketAddress);
}

function isNonceUsed({ nonce }: Scope, { count }: Seen): boolean {
  return nonce !== null && count !== null && count > nonce;
}

function isInPool({ transaction, receipt }: Seen): boolean {
  return transaction !== null && receipt === null;
}
