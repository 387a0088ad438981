import { getAddress } from "ethers";
import { withLinks } from "../cli/explorer.ts";
import { TaskError } from "../cli/task.ts";
import { asSigned, type SentTransaction } from "../record/prove-record.ts";
import type { Sale } from "../record/sale.ts";
import { currentFees, dearer, type Offer, offerOf } from "./fees.ts";
import { type Note, readNotes } from "./notes.ts";
import { callText, isCreation } from "./ticket-call.ts";

interface AskedCalls {
  readonly from: string;
  readonly contract: string;
  isAsked(data: string): boolean;
  /** Replaces pending transactions even if their fees are enough. */
  readonly speedUp: boolean;
}

export interface Stuck extends Offer {
  readonly nonce: number;
}

/** Numbers are hexadecimal; amounts are in wei. */
export interface RpcTransaction extends SentTransaction {
  readonly hash: string;
  readonly from: string;
  readonly blockNumber: string | null;
}

const POLL_MS = 1_000;

/**
 * Takes the next nonce from the agreed block, because one endpoint could name a later nonce to
 * delay the call.
 * @returns the transactions to replace: their fee is too low for the next block, or no endpoint
 * shows them
 * @throws a `TaskError` for a pending call that this task would not send
 */
export async function settlePending(sale: Sale, asked: AskedCalls): Promise<Stuck | null> {
  const { from, speedUp } = asked;
  const { first, end, entries } = await pendingOf(sale, from);
  const unseen = entries.filter(({ nonce, sent, note }) => nonce >= end && !sent && note);
  for (const entry of unseen) console.log(withLinks(sale.network, unseenText(entry, first)));
  if (end <= first) {
    if (speedUp && unseen.length === 0) console.log(`${from} has no pending transaction.`);
    const replaced = unseen.find(({ nonce, note }) => nonce === first && note?.hash)?.note;
    return replaced ? { nonce: first, ...offerOf(replaced) } : null;
  }
  let stuck: Stuck | null = null;
  for (const entry of entries.slice(0, end - first)) {
    const { nonce, sent } = entry;
    if (sent === null) {
      assertNoted(entry, asked);
      continue;
    }
    await assertAsked(sale, sent, asked);
    const found = `Pending from an interrupted run: ${sent.hash}, nonce ${nonce}.`;
    console.log(withLinks(sale.network, found));
    const offer = offerOf(sent);
    stuck = { nonce: first, ...(stuck === null ? offer : dearer(stuck, offer)) };
  }
  if (stuck !== null && (speedUp || stuck.maxFeePerGas < (await currentFees(sale)).baseFee))
    return stuck;

  if (sale.dryRun) {
    console.log(
      "Without --dry-run, the task waits for that first. What follows is the state at the newest block.",
    );
    return null;
  }
  await untilMined(sale, from, end);
  return null;
}

export async function untilMined(sale: Sale, from: string, count: number): Promise<void> {
  console.log(`Waiting for the pending transactions of ${from}.`);
  for (;;) {
    const pending = await sale.provider.getTransactionCount(from, "pending");
    await sale.refresh();
    const latest = await sale.provider.getTransactionCount(from);
    if (latest >= count || pending <= latest) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export interface PendingEntry {
  readonly nonce: number;
  /** The transaction, after a check of its signature. */
  readonly sent: RpcTransaction | null;
  readonly note: Note | null;
}

export interface Pending {
  readonly first: number;
  /** The last pending nonce plus one. */
  readonly end: number;
  readonly entries: readonly PendingEntry[];
}

export async function pendingOf(sale: Sale, from: string): Promise<Pending> {
  // Keep the order of these reads, because a transaction mined between them is not pending.
  const end = await sale.provider.getTransactionCount(from, "pending");
  const first = await sale.provider.getTransactionCount(from);
  const notes = (await readNotes(sale, from)).filter(({ nonce }) => nonce >= first);
  const ask: AskAll = async (method, params) => [await sale.request(method, params)];
  const shown = end > first ? await shownBy(ask, from, notes) : [];
  if (sale.live) for (const sent of shown) assertSigned(sent, from);
  return { first, end, entries: entriesFrom(first, end, shown, notes) };
}

type AskAll = (method: string, params: readonly unknown[]) => Promise<readonly unknown[]>;

export async function shownBy(
  ask: AskAll,
  from: string,
  notes: readonly Note[],
): Promise<readonly RpcTransaction[]> {
  const hashes = notes.flatMap(({ hash }) => hash ?? []);
  const [blocks, ...noted] = await Promise.all([
    ask("eth_getBlockByNumber", ["pending", true]),
    ...hashes.map((hash) => ask("eth_getTransactionByHash", [hash])),
  ]);
  const inBlocks = (
    blocks as readonly ({ readonly transactions?: readonly unknown[] } | null)[]
  ).flatMap((block) => block?.transactions ?? []);
  const found = [...inBlocks, ...noted.flat()] as readonly (RpcTransaction | string | null)[];
  return found.filter(
    (sent) => sent !== null && typeof sent !== "string" && getAddress(sent.from) === from,
  ) as readonly RpcTransaction[];
}

export function entriesFrom(
  first: number,
  end: number,
  shown: readonly RpcTransaction[],
  notes: readonly Note[],
): PendingEntry[] {
  const last = Math.max(end, ...notes.map(({ nonce }) => nonce + 1));
  return Array.from({ length: Math.max(0, last - first) }, (_, i) => {
    const nonce = first + i;
    const sent = shown.findLast((one) => Number(one.nonce) === nonce) ?? null;
    return { nonce, sent, note: notes.findLast((one) => one.nonce === nonce) ?? null };
  });
}

export function entryText(sale: Sale, { sent, note }: PendingEntry): string | null {
  if (sent !== null) return sentText(sale, sent);
  return note && callText(note.data);
}

function unseenText({ nonce, note }: PendingEntry, first: number): string {
  const hash = note?.hash ? ` (${note.hash})` : "";
  const next =
    nonce === first ? "The new transaction replaces it." : "Cancel it: ticket pause --cancel";
  return `Signed by an earlier run for nonce ${nonce}, and in no block: ${callText(note?.data ?? "")}${hash}. The endpoint that has it can still send it. ${next}`;
}

/** An endpoint can hide a signed transaction but can't invent one. */
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
  const isOwn = isTo(contract, sent) || (sent.to === null && isCreation(sent.input));
  if (isOwn && isAsked(sent.input)) return;
  const wayOut =
    (await sale.ticket.owner()) === from
      ? "cancel it (ticket pause --cancel cancels all pending transactions)"
      : "cancel it (--cancel cancels all pending transactions)";
  throw new TaskError(
    `${from} has a pending transaction that this command does not ask for: ${sentText(sale, sent, contract)}, nonce ${Number(sent.nonce)} ` +
      `(${sent.hash}). Wait until it is mined, or ${wayOut}, and run this again. Nothing was sent.`,
  );
}

function assertNoted({ nonce, note }: PendingEntry, { from, isAsked }: AskedCalls): void {
  if (note !== null && isAsked(note.data)) return;
  throw new TaskError(
    `${from} has a pending transaction, nonce ${nonce}, that the endpoint does not show. ` +
      "Wait until it is mined, and run this again. Nothing was sent.",
  );
}
