import type { Endpoint } from "../chain/endpoint.ts";
import { gwei, plural, roughAmountText } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import {
  currentFees,
  dearer,
  type Fees,
  type Offer,
  offerOf,
  urgentFees,
  wholeGwei,
} from "./fees.ts";
import { type Note, readNotes } from "./notes.ts";
import {
  entriesFrom,
  entryText,
  type PendingEntry,
  sentText,
  shownBy,
  signedBy,
  untilMined,
} from "./pending-calls.ts";
import { callText } from "./ticket-call.ts";

export interface Urgent {
  readonly from: string;
  readonly data: string;
  readonly undoneBy: string;
  /** Replaces pending transactions even if their fees are enough. */
  readonly speedUp: boolean;
}

export interface Emergency {
  readonly place: Place;
  look(): Promise<Place>;
}

export interface Place {
  readonly nonces: readonly [number, ...number[]];
  readonly replaced: Offer | null;
  readonly why: string;
  /** The hash of the same call, if it is pending with a sufficient fee. */
  readonly underWay: string | null;
  readonly isUndone: boolean;
}

interface View extends Pick<Endpoint, "host"> {
  readonly head: number;
  readonly mined: number;
  readonly pending: number;
}

/** Waits for the same call first, if it is pending with a sufficient fee. */
export async function emergencyOf(sale: Sale, urgent: Urgent): Promise<Emergency> {
  const look = async () => placeOf(sale, urgent, await currentFees(sale));
  const place = await look();
  if (place.underWay === null || sale.dryRun) return { place, look };
  console.log(withLinks(sale.network, `Pending from an interrupted run: ${place.underWay}.`));
  await untilMined(sale, urgent.from, place.nonces[0]);
  return { place: await look(), look };
}

/**
 * Queues the call after pending transactions, if all are known and their fees are sufficient.
 * Otherwise replaces the lowest nonce, and each later call that would undo this one.
 */
async function placeOf(
  sale: Sale,
  { from, data, undoneBy, speedUp }: Urgent,
  { baseFee }: Pick<Fees, "baseFee">,
): Promise<Place> {
  const [agreed, count, views, notes, block] = await Promise.all([
    sale.request("eth_blockNumber", []).then(Number),
    sale.provider.getTransactionCount(from),
    viewsOf(sale, from),
    readNotes(sale, from),
    sale.provider.getBlock("latest"),
  ]);
  // Uses the highest count, because a slow endpoint makes the agreed block old, and transactions
  // mined since then can't be replaced.
  const fresh = views.filter(({ head }) => head > agreed).sort((a, b) => b.mined - a.mined)[0];
  const first = Math.max(count, fresh?.mined ?? 0);
  if (first > count) {
    console.error(
      `Warning: ${fresh?.host} says that ${plural(first - count, "transaction")} of ${from} are mined since block ${agreed}, which no other endpoint has yet.`,
    );
  }
  const counted = Math.max(first, ...views.map(({ pending }) => pending));
  const entries = await entriesOf(sale, from, first, counted, notes);
  const end = first + entries.length;
  const undoing = entries.filter(({ sent, note }) =>
    (sent?.input ?? note?.data ?? "").includes(undoneBy.slice(2)),
  );
  const isUndone = undoing.length > 0;
  const queued = { replaced: null, underWay: null, isUndone };
  if (entries.length === 0) {
    return { ...queued, nonces: [first], why: `${first}: nothing of this account is pending` };
  }

  // The base fee can rise by an eighth per block.
  const needed = baseFee + baseFee / 8n;
  const low = entries.find(({ sent }) => sent !== null && offerOf(sent).maxFeePerGas < needed);
  const gas = entries.reduce((sum, { sent }) => sum + BigInt(sent?.gas ?? 0), 0n);
  const isFull = gas > (block?.gasLimit ?? 0n) / 2n;
  const unknown = entries.find(({ isKnown }) => !isKnown);
  const reason =
    unknown !== undefined
      ? `not every endpoint shows nonce ${unknown.nonce}`
      : low !== undefined
        ? `${low.nonce === first ? "it" : `nonce ${low.nonce}`} offers too little for the next block`
        : isFull
          ? "the next block has no room for all that is pending"
          : null;
  if (reason === null && !speedUp) {
    const same = entries.findLast(
      ({ sent }) => sent?.input === data && sentText(sale, sent) === callText(data),
    );
    const isLast = same !== undefined && undoing.every(({ nonce }) => nonce < same.nonce);
    const why = `${end}, the next one: the ${plural(entries.length, "transaction")} ahead can be in the same block`;
    const underWay = isLast ? (same.sent?.hash ?? null) : null;
    return { ...queued, nonces: [end], why, underWay };
  }
  const later = undoing.filter(({ nonce }) => nonce > first);
  const replaced = [...entries.slice(0, 1), ...later];
  const offers = replaced.flatMap(({ sent, note }) => sent ?? note ?? []).map(offerOf);
  return {
    nonces: [first, ...later.map(({ nonce }) => nonce)],
    replaced: offers.length === 0 ? null : offers.reduce(dearer),
    why: `${replaced.map((one) => `${one.nonce}, in place of ${entryText(sale, one) ?? "what no endpoint shows"}${one.sent === null ? "" : ` (${one.sent.hash})`}`).join("; ")}: ${reason ?? "asked for"}`,
    underWay: null,
    isUndone,
  };
}

async function viewsOf({ endpoints }: Sale, from: string): Promise<View[]> {
  const views = endpoints.map(async ({ host, request }): Promise<View> => {
    const numbers = await Promise.all([
      request("eth_blockNumber", []),
      request("eth_getTransactionCount", [from, "latest"]),
      request("eth_getTransactionCount", [from, "pending"]),
    ]);
    const [head = 0, mined = 0, pending = 0] = numbers.map(Number);
    return { host, head, mined, pending };
  });
  return await answersOf(views);
}

async function answersOf<T>(asked: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(asked);
  return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

async function entriesOf(
  sale: Sale,
  from: string,
  first: number,
  end: number,
  notes: readonly Note[],
) {
  const own = notes.filter(({ nonce }) => nonce >= first);
  if (end <= first && own.length === 0) return [];
  const ask = (method: string, params: readonly unknown[]) =>
    answersOf(sale.endpoints.map(({ request }) => request(method, params)));
  /** Whether two endpoints show the transaction, or this machine sent it. */
  const isKnown = async ({ sent, note }: PendingEntry) => {
    if (sent === null || !sale.live || note?.hash === sent.hash) return sent !== null;
    const told = await ask("eth_getTransactionByHash", [sent.hash]);
    return told.filter((found) => found !== null).length > 1;
  };
  const found = await shownBy(ask, from, own);
  const shown = found.filter((sent) => !sale.live || signedBy(sent, from));
  const entries = entriesFrom(first, end, shown, own);
  return await Promise.all(
    entries.map(async (entry) => ({ ...entry, isKnown: await isKnown(entry) })),
  );
}

/**
 * In an emergency, the fee's cap is this many times higher. A pause uses about 35,000 gas, so it
 * costs at most 0.1 ETH on mainnet.
 */
const CAPS_OF_AN_EMERGENCY = 20n;

/** Wei per unit of gas; `null` without a limit. */
export function emergencyBudget(
  { feeCap }: Pick<Sale, "feeCap">,
  maxFee: bigint | null,
): bigint | null {
  return maxFee ?? (feeCap === undefined ? null : feeCap * CAPS_OF_AN_EMERGENCY);
}

/**
 * @param gas per transaction
 * @param balance wei; `null` if another account pays
 * @throws a `TaskError` if the budget is below the lowest fee that a block accepts
 */
export function emergencyFees(
  sale: Pick<Sale, "feeCap" | "currency">,
  { nonces, replaced }: Pick<Place, "nonces" | "replaced">,
  now: Fees,
  maxFee: bigint | null,
  gas: bigint,
  balance: bigint | null,
): Fees {
  const most = emergencyBudget(sale, maxFee);
  const held = balance === null ? null : balance / (gas * BigInt(nonces.length));
  const { lowest, fees } = urgentFees(now, replaced, { tip: sale.feeCap, most, held });
  if (most === null || lowest <= most) return fees;
  const limit =
    maxFee === null
      ? `the ${gwei(most)} (${roughAmountText(gas * most, sale.currency)}) that this may cost`
      : `--max-fee ${gwei(most)}`;
  throw new TaskError(
    `This takes ${gwei(lowest)}, above ${limit}. Nothing was sent. Name a higher limit: --max-fee ${wholeGwei(lowest)}`,
  );
}
