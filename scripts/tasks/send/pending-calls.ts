import { getAddress } from "ethers";
import type { Sale } from "../record/sale.ts";
import { withLinks } from "../shared/explorer.ts";
import { TaskError } from "../shared/task-action.ts";
import { type Note, readNotes } from "./send-journal.ts";
import { callText, isCreation } from "./ticket-call.ts";

/** What a task was asked for, and the account that sends it. */
export interface AskedCalls {
  readonly from: string;
  /** Whether a call of the sale, or the creation of a renderer for it, is part of what was asked for. */
  isAsked(data: string): boolean;
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
export interface RpcTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly nonce: string;
  readonly value: string;
  readonly input: string;
  /** `null` while it is pending. */
  readonly blockNumber: string | null;
  readonly gasPrice?: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
  readonly authorizationList?: readonly unknown[];
}

const POLL_MS = 1_000;

/**
 * Waits until the account has no pending transaction. One that is not part of what was asked for is an error that describes
 * it. Nothing is signed here.
 * @returns the pending transactions that can't be mined at `baseFee` and have to be replaced, if there are any
 */
export async function settlePending(
  sale: Sale,
  asked: AskedCalls,
  baseFee: () => Promise<bigint>,
): Promise<Stuck | null> {
  const { from, speedUp = false } = asked;
  const { first, end, shown, notes } = await pendingOf(sale, from);
  if (end <= first) {
    if (speedUp) console.log(`Nothing of ${from} is pending.`);
    return null;
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
  console.log(`Waiting for what is pending of ${from}.`);
  for (;;) {
    const [latest, pending] = await counts(sale, from);
    if (latest >= end || pending <= latest) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await sale.refresh();
  return null;
}

/** What an account has sent and no block has taken. */
export interface Pending {
  /** The nonce of the first of them. */
  readonly first: number;
  /** The nonce after the last of them; `first` if there are none. */
  readonly end: number;
  /** Those that an endpoint shows, by nonce. */
  readonly shown: ReadonlyMap<number, RpcTransaction>;
  readonly notes: readonly Note[];
}

export async function pendingOf(sale: Sale, from: string): Promise<Pending> {
  const [first, end] = await counts(sale, from);
  if (end <= first) return { first, end, shown: new Map(), notes: [] };
  const notes = await readNotes(sale, from);
  return { first, end, shown: await pendingTransactions(sale, from, notes), notes };
}

async function counts({ provider }: Sale, from: string): Promise<readonly [number, number]> {
  // In this order: what is mined in between is not pending.
  const pending = await provider.getTransactionCount(from, "pending");
  return [await provider.getTransactionCount(from, "latest"), pending];
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
    byNonce.set(Number(sent.nonce), sent);
  }
  return byNonce;
}

function isToTicket({ record }: Sale, { to }: RpcTransaction): boolean {
  return to !== null && getAddress(to) === record.address;
}

/** @returns what it does, as in "setTicketPrice(5)" */
export function sentText(sale: Sale, sent: RpcTransaction): string {
  if (isToTicket(sale, sent)) return callText(sent.input);
  return sent.to === null ? "a deployment" : `a transaction to ${sent.to}`;
}

async function assertAsked(
  sale: Sale,
  sent: RpcTransaction,
  { from, isAsked }: AskedCalls,
): Promise<void> {
  const isOfTicket = isToTicket(sale, sent) || (sent.to === null && isCreation(sent.input));
  if (isOfTicket && BigInt(sent.value) === 0n && isAsked(sent.input)) return;
  // `--cancel` acts for the owner. A renderer is deployed from any account.
  const wayOut =
    (await sale.ticket.owner()) === from
      ? "take it back (ticket pause --cancel takes back all that is pending)"
      : "replace it by the wallet that has sent it";
  throw new TaskError(
    `${from} has a pending transaction that was not asked for now: ${sentText(sale, sent)}, nonce ${Number(sent.nonce)} ` +
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
