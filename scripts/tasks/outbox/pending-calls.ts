import { getAddress } from "ethers";
import { asSigned, type SentTransaction } from "../record/prove-record.ts";
import type { Sale } from "../record/sale.ts";
import { withLinks } from "../shared/explorer.ts";
import { TaskError } from "../shared/task-action.ts";
import type { Offer } from "./fees.ts";
import { type Note, readNotes } from "./notes.ts";
import { callText, isCreation } from "./ticket-call.ts";

/** What a task was asked for, and the account that sends it. */
export interface AskedCalls {
  readonly from: string;
  /** Whether a call of the contract, or a creation, is part of what was asked for. */
  isAsked(data: string): boolean;
  /** Address of the contract: `Ticket`, unless said otherwise. `Ticket` is sent no coins by a task. */
  readonly contract?: string;
  /** Whether to replace what is pending by the same at a higher fee, even if its fee would do. */
  readonly speedUp?: boolean;
}

/** Pending transactions that are to be replaced. */
export interface Stuck {
  /** The lowest of theirs. */
  readonly nonce: number;
  /** The highest of theirs, in wei for one unit of gas, as is the next. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** As an endpoint tells it: numbers are hexadecimal, and amounts are wei. */
export interface RpcTransaction extends SentTransaction {
  readonly hash: string;
  readonly from: string;
  /** `null` while it is pending. */
  readonly blockNumber: string | null;
}

const POLL_MS = 1_000;

/**
 * Waits until the account has no pending transaction. One that is not part of what was asked for is an error that describes
 * it. Nothing is signed here. What is signed next takes the nonce that the agreed block gives, so that no endpoint can keep
 * it for later: what an earlier run signed for that nonce, and no endpoint shows, is named, and replaced by it.
 * @returns the pending transactions that can't be mined at `baseFee`, or were never seen, and have to be replaced
 */
export async function settlePending(
  sale: Sale,
  asked: AskedCalls,
  baseFee: () => Promise<bigint>,
): Promise<Stuck | null> {
  const { from, speedUp = false } = asked;
  const { first, end, shown, notes, unseen } = await pendingOf(sale, from);
  for (const note of unseen) console.log(withLinks(sale.network, unseenText(note, first)));
  if (end <= first) {
    if (speedUp && unseen.length === 0) console.log(`Nothing of ${from} is pending.`);
    const replaced = unseen.find(({ nonce, hash }) => nonce === first && hash !== null);
    return replaced === undefined ? null : { nonce: first, ...feesOf(replaced) };
  }
  let stuck: Stuck | null = null;
  for (let nonce = first; nonce < end; nonce += 1) {
    const sent = shown.get(nonce);
    if (sent === undefined) assertNoted(nonce, notes, asked);
    else {
      await assertAsked(sale, sent, asked);
      const found = `Pending from an interrupted run: ${sent.hash}, nonce ${nonce}.`;
      console.log(withLinks(sale.network, found));
      stuck = dearest(stuck ?? { nonce: first, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }, sent);
    }
  }
  if (stuck !== null && (speedUp || stuck.maxFeePerGas < (await baseFee()))) return stuck;

  if (sale.dryRun) {
    console.log(
      "Without --dry-run, the task waits for that first. What follows is of the newest block.",
    );
    return null;
  }
  await untilMined(sale, from, end);
  return null;
}

/** Waits until the account has sent so many, or has nothing pending any more. */
export async function untilMined(sale: Sale, from: string, count: number): Promise<void> {
  console.log(`Waiting for what is pending of ${from}.`);
  for (;;) {
    const pending = await sale.provider.getTransactionCount(from, "pending");
    await sale.refresh();
    const latest = await sale.provider.getTransactionCount(from);
    if (latest >= count || pending <= latest) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** What an account has sent and no block has taken. */
export interface Pending {
  /** The nonce of the first of them: how many it had sent by the agreed block. */
  readonly first: number;
  /** The nonce after the last of them; `first` if there are none. */
  readonly end: number;
  /** Those that an endpoint shows, and the account has signed, by nonce. */
  readonly shown: ReadonlyMap<number, RpcTransaction>;
  readonly notes: readonly Note[];
  /** The notes of transactions that no block has taken and the endpoint knows nothing of. */
  readonly unseen: readonly Note[];
}

export async function pendingOf(sale: Sale, from: string): Promise<Pending> {
  // In this order: what is mined in between is not pending.
  const end = await sale.provider.getTransactionCount(from, "pending");
  const first = await sale.provider.getTransactionCount(from);
  const noted = new Map((await readNotes(sale, from)).map((note) => [note.nonce, note]));
  const notes = [...noted.values()].filter(({ nonce }) => nonce >= first);
  const shown = end > first ? await pendingTransactions(sale, from, notes) : new Map();
  const unseen = notes.filter(({ nonce }) => nonce >= end && !shown.has(nonce));
  return { first, end, shown, notes, unseen };
}

/** @returns as in "Signed by an earlier run for nonce 5, and in no block: unpause() (0x…)." */
function unseenText({ nonce, data, hash }: Note, first: number): string {
  const what = `${callText(data)}${hash === null ? "" : ` (${hash})`}`;
  const next =
    nonce === first ? "What is sent now takes its place." : "Take it back: ticket pause --cancel";
  return `Signed by an earlier run for nonce ${nonce}, and in no block: ${what}. The endpoint that has it can still send it. ${next}`;
}

/** @returns what was offered for a noted transaction, in wei for one unit of gas */
export function feesOf({ maxFeePerGas, maxPriorityFeePerGas }: Note): Offer {
  return {
    maxFeePerGas: BigInt(maxFeePerGas ?? 0),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas ?? 0),
  };
}

/** @returns what a transaction offers; an older one has a price alone */
export function offerOf({ maxFeePerGas, maxPriorityFeePerGas, gasPrice }: RpcTransaction): Offer {
  return {
    maxFeePerGas: BigInt(maxFeePerGas ?? gasPrice ?? 0),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas ?? gasPrice ?? 0),
  };
}

/** @returns the transactions of the endpoint's pending block, and those whose hashes were noted, by nonce */
async function pendingTransactions(
  sale: Sale,
  from: string,
  notes: readonly Note[],
): Promise<Map<number, RpcTransaction>> {
  const block = (await sale.request("eth_getBlockByNumber", ["pending", true])) as {
    transactions?: readonly (RpcTransaction | string)[];
  } | null;
  const noted = await Promise.all(
    notes
      .filter(({ hash }) => hash !== null)
      .map(({ hash }) => sale.request("eth_getTransactionByHash", [hash])),
  );
  const found = [...(block?.transactions ?? []), ...(noted as (RpcTransaction | null)[])];
  const byNonce = new Map<number, RpcTransaction>();
  for (const sent of found) {
    if (sent === null || typeof sent === "string" || getAddress(sent.from) !== from) continue;
    if (sale.live) assertSigned(sent, from);
    byNonce.set(Number(sent.nonce), sent);
  }
  return byNonce;
}

/** An endpoint can hide what an account has signed, and can't make any of it up. */
export function signedBy(sent: RpcTransaction, from: string): boolean {
  const signed = asSigned(sent);
  return signed?.hash === sent.hash && signed.from === from;
}

function assertSigned(sent: RpcTransaction, from: string): void {
  if (signedBy(sent, from)) return;
  throw new TaskError(
    `The endpoint shows a pending transaction that ${from} has not signed: ${sent.hash}, nonce ${Number(sent.nonce)}. ` +
      "Ask another endpoint. Nothing was sent.",
  );
}

function isTo(contract: string, { to }: RpcTransaction): boolean {
  return to !== null && getAddress(to) === contract;
}

/** @returns what it does, as in "setTicketPrice(5)" */
export function sentText({ record }: Sale, sent: RpcTransaction, contract?: string): string {
  if (isTo(record.address, sent) || (contract !== undefined && isTo(contract, sent))) {
    return callText(sent.input);
  }
  return sent.to === null ? "a deployment" : `a transaction to ${sent.to}`;
}

async function assertAsked(
  sale: Sale,
  sent: RpcTransaction,
  { from, isAsked, contract }: AskedCalls,
): Promise<void> {
  const isOwn =
    isTo(contract ?? sale.record.address, sent) || (sent.to === null && isCreation(sent.input));
  const mayHaveValue = contract !== undefined || BigInt(sent.value) === 0n;
  if (isOwn && mayHaveValue && isAsked(sent.input)) return;
  // `--cancel` acts for the owner. A renderer is deployed from any account.
  const wayOut =
    (await sale.ticket.owner()) === from
      ? "take it back (ticket pause --cancel takes back all that is pending)"
      : "replace it by the wallet that has sent it";
  throw new TaskError(
    `${from} has a pending transaction that was not asked for now: ${sentText(sale, sent, contract)}, nonce ${Number(sent.nonce)} ` +
      `(${sent.hash}). Wait until it is mined, or ${wayOut}, and run this again. Nothing was sent.`,
  );
}

function assertNoted(nonce: number, notes: readonly Note[], { from, isAsked }: AskedCalls): void {
  const note = notes.findLast((candidate) => candidate.nonce === nonce);
  if (note !== undefined && isAsked(note.data)) return;
  throw new TaskError(
    `${from} has a pending transaction, nonce ${nonce}, that the endpoint does not show. ` +
      "Wait until it is mined, and run this again. Nothing was sent.",
  );
}

function dearest(stuck: Stuck, sent: RpcTransaction): Stuck {
  const larger = (a: bigint, b: string | undefined) => (a > BigInt(b ?? 0) ? a : BigInt(b ?? 0));
  return {
    nonce: stuck.nonce,
    maxFeePerGas: larger(stuck.maxFeePerGas, sent.maxFeePerGas),
    maxPriorityFeePerGas: larger(stuck.maxPriorityFeePerGas, sent.maxPriorityFeePerGas),
  };
}
