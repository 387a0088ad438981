import { getAddress } from "ethers";
import type { Sale } from "../record/sale.ts";
import { TaskError } from "../shared/task-action.ts";
import { type Note, readNotes } from "./send-journal.ts";
import { callText, decodeCall } from "./ticket-call.ts";

/** The codes that a task was asked to set, the state to set them to, and the account that sends. */
export interface AskedAffiliates {
  readonly from: string;
  readonly codes: readonly string[];
  readonly active: boolean;
}

/** Pending transactions whose fees are below the base fee. */
export interface Stuck {
  /** The lowest of theirs. */
  readonly nonce: number;
  /** The highest of theirs, in wei for one unit of gas, as is the next. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

interface PendingTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly nonce: string;
  readonly value: string;
  readonly input: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
}

const POLL_MS = 1_000;

/**
 * Waits until the account has no pending transaction. One that is not part of what was asked for is an error that describes
 * it. Nothing is signed here.
 * @returns the pending transactions that can't be mined at `baseFee` and have to be replaced, if there are any
 */
export async function settlePending(
  sale: Sale,
  asked: AskedAffiliates,
  baseFee: () => Promise<bigint>,
): Promise<Stuck | null> {
  const { from } = asked;
  const count = (tag: "latest" | "pending") => sale.provider.getTransactionCount(from, tag);
  const [first, end] = [await count("latest"), await count("pending")];
  if (end <= first) return null;

  const notes = await readNotes(sale, from);
  const shown = await pendingTransactions(sale, from, notes);
  let stuck: Stuck | null = null;
  for (let nonce = first; nonce < end; nonce += 1) {
    const sent = shown.get(nonce);
    if (sent === undefined) assertNoted(nonce, notes, asked);
    else {
      assertAsked(sale, sent, asked);
      console.log(`Pending from an interrupted run: ${sent.hash}, nonce ${nonce}.`);
      stuck = dearest(stuck ?? { nonce: first, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }, sent);
    }
  }
  if (stuck !== null && stuck.maxFeePerGas < (await baseFee())) return stuck;

  console.log(`Waiting for what is pending of ${from}.`);
  for (;;) {
    const [latest, pending] = [await count("latest"), await count("pending")];
    if (latest >= end || pending <= latest) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await sale.refresh();
  return null;
}

/** @returns the transactions of the endpoint's pending block, and those whose hashes were noted, by nonce */
async function pendingTransactions(
  sale: Sale,
  from: string,
  notes: readonly Note[],
): Promise<Map<number, PendingTransaction>> {
  const block = (await sale.request("eth_getBlockByNumber", ["pending", true])) as {
    transactions?: readonly (PendingTransaction | string)[];
  } | null;
  const noted = await Promise.all(
    notes
      .filter(({ hash }) => hash !== null)
      .map(({ hash }) => sale.request("eth_getTransactionByHash", [hash])),
  );
  const found = [...(block?.transactions ?? []), ...(noted as (PendingTransaction | null)[])];
  const byNonce = new Map<number, PendingTransaction>();
  for (const sent of found) {
    if (sent === null || typeof sent === "string" || getAddress(sent.from) !== from) continue;
    byNonce.set(Number(sent.nonce), sent);
  }
  return byNonce;
}

function assertAsked(sale: Sale, sent: PendingTransaction, asked: AskedAffiliates): void {
  const toTicket = sent.to !== null && getAddress(sent.to) === sale.record.address;
  if (toTicket && BigInt(sent.value) === 0n && isPartOf(asked, sent.input)) return;
  const what = toTicket
    ? callText(sent.input)
    : sent.to === null
      ? "a deployment"
      : `a transaction to ${sent.to}`;
  throw new TaskError(
    `${asked.from} has a pending transaction that was not asked for now: ${what}, nonce ${Number(sent.nonce)} ` +
      `(${sent.hash}). Wait until it is mined, or replace it, and run this again. Nothing was sent.`,
  );
}

function assertNoted(nonce: number, notes: readonly Note[], asked: AskedAffiliates): void {
  const note = notes.findLast((candidate) => candidate.nonce === nonce);
  if (note !== undefined && isPartOf(asked, note.data)) return;
  throw new TaskError(
    `${asked.from} has a pending transaction, nonce ${nonce}, that the endpoint does not show. ` +
      "Wait until it is mined, and run this again. Nothing was sent.",
  );
}

/** Whether a call sets codes that were asked for, and none besides, to the state that was asked for. */
function isPartOf(asked: AskedAffiliates, data: string): boolean {
  const call = decodeCall(data);
  if (call?.name !== "setAffiliates") return false;
  const [codes, active] = call.args;
  const wanted = new Set(asked.codes);
  return active === asked.active && [...codes].every((code: string) => wanted.has(code));
}

function dearest(stuck: Stuck, sent: PendingTransaction): Stuck {
  const larger = (a: bigint, b: string | undefined) => (a > BigInt(b ?? 0) ? a : BigInt(b ?? 0));
  return {
    nonce: stuck.nonce,
    maxFeePerGas: larger(stuck.maxFeePerGas, sent.maxFeePerGas),
    maxPriorityFeePerGas: larger(stuck.maxPriorityFeePerGas, sent.maxPriorityFeePerGas),
  };
}
