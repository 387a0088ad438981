import { type Dispute, MintError } from "../../domain/mint/mint-failure.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { asCount } from "../rpc/answers.ts";
import { opinions, pairOf, textOf } from "../rpc/opinions.ts";
import {
  EndpointsFailed,
  type FailoverTransport,
  type ReadResult,
  Reverted,
  type RpcCall,
  type Transport,
} from "../rpc/transport.ts";
import { asServed, isCurrent, servedCall } from "../rpc/vetting.ts";
import { decodeSale, type SaleQuery, saleCall } from "./reader.ts";

/** The page compares two endpoints if their newest blocks are within this many seconds. */
const COMPARABLE_S = 240n;

/** Calls that share the sale's request. */
export interface Enquiry<Answer> {
  readonly calls: readonly RpcCall[];
  /** @throws for a wrong answer; the endpoint then counts as failed */
  readonly accept: (read: ReadResult) => Answer;
  /** The difference between two answers, unless a newer block can explain it; or else `null`. */
  readonly disputeOf: (one: Answer, other: Answer) => Dispute | null;
}

export interface ConfirmedSale {
  readonly sale: Sale;
  /** The newest block that all confirming endpoints have. */
  readonly block: number;
}

export interface Confirmation<Answer> extends ConfirmedSale {
  readonly answers: readonly Answer[];
}

const NOTHING_ELSE: Enquiry<null> = { calls: [], accept: () => null, disputeOf: () => null };

interface Testimony<Answer> {
  readonly height: number;
  /** The newest block's time, in seconds since 1970. */
  readonly timestamp: bigint;
  readonly sale: Sale | Reverted;
  readonly codeSha256: string;
  readonly answer: Answer;
}

export async function readConfirmedSale(
  transport: FailoverTransport,
  ticketAddress: string,
  query: SaleQuery,
  signal?: AbortSignal,
): Promise<ConfirmedSale> {
  const confirmed = await confirmSale(transport, ticketAddress, query, NOTHING_ELSE, signal);
  return { sale: confirmed.sale, block: confirmed.block };
}

/**
 * Requires two endpoints to return the same sale and bytecode, because one may lie or lag. Compares
 * their newest blocks, then the newest block that both have. Ignores an old block if another
 * endpoint has a current one. Trusts a single answer, because the contract rejects wrong payments.
 * @throws {MintError} if they disagree, or their blocks are too far apart
 * @throws {EndpointsFailed} if no endpoint answers, or if the only one that does reverts the query
 */
export async function confirmSale<Answer>(
  transport: FailoverTransport,
  ticketAddress: string,
  query: SaleQuery,
  enquiry: Enquiry<Answer>,
  signal?: AbortSignal,
): Promise<Confirmation<Answer>> {
  const testimonyOf = (block: string) => {
    const calls = [
      servedCall(ticketAddress),
      saleCall(ticketAddress, query, block),
      { method: "eth_blockNumber", params: [] },
    ];
    const accept = (read: ReadResult): Testimony<Answer> => {
      const { timestamp, codeSha256 } = asServed(read(0));
      return {
        height: asCount(read(2)),
        timestamp,
        sale: decodeSale(query, read(1)),
        codeSha256,
        answer: enquiry.accept((index) => read(calls.length + index)),
      };
    };
    return (endpoint: Transport, asking: AbortSignal) =>
      endpoint.requestAll([...calls, ...enquiry.calls], accept, asking);
  };
  type Told = readonly Testimony<Answer>[];
  const disputeOf = (one: Testimony<Answer>, other: Testimony<Answer>) =>
    saleDisputeOf(one, other) ?? enquiry.disputeOf(one.answer, other.answer);
  const isSame = (one: Testimony<Answer>, other: Testimony<Answer>) =>
    isNear(one, other) && disputeOf(one, other) === null;
  const ask = async (block: string, relation: typeof isSame): Promise<Told> =>
    upToDate(
      await opinions(
        transport,
        testimonyOf(block),
        (told) => pairOf(told.filter(isOfNow), relation) !== null,
        signal,
      ),
    );

  const told = await ask("latest", isNear);
  const near = pairOf(told, isNear);
  if (near === null) return alone(told);
  const same = pairOf(told, isSame);
  if (same !== null) return together(same);

  // Also asks for the latest block, because one of three endpoints may lie about its newest block.
  // The two honest ones can then agree without it.
  const block = `0x${lowest(near).toString(16)}`;
  let [one, other] = near;
  for (const asked of transport.size > 2 ? [block, "latest"] : [block]) {
    const again = await ask(asked, isSame);
    const agreed = pairOf(again, isSame);
    if (agreed !== null) return together(agreed);
    [one, other] = pairOf(again, isNear) ?? [one, other];
  }
  throw disagreement(disputeOf(one, other) ?? "sale");
}

function isOfNow({ timestamp }: Testimony<unknown>): boolean {
  return isCurrent(timestamp);
}

function upToDate<Answer>(told: readonly Testimony<Answer>[]): readonly Testimony<Answer>[] {
  const current = told.filter(isOfNow);
  return current.length > 0 ? current : told;
}

function alone<Answer>(told: readonly Testimony<Answer>[]): Confirmation<Answer> {
  const [one, ...others] = told;
  if (one === undefined) throw new EndpointsFailed("No endpoint tells the sale");
  if (others.length > 0) throw disagreement("newestBlock");
  if (one.sale instanceof Reverted) throw new EndpointsFailed("The contract reverts the query");
  return { sale: one.sale, block: one.height, answers: [one.answer] };
}

type Pair<Answer> = readonly [Testimony<Answer>, Testimony<Answer>];

function together<Answer>(pair: Pair<Answer>): Confirmation<Answer> {
  const [one, other] = pair;
  // Treats a revert as a wrong answer, because the contract answers every order that the page can
  // send.
  if (one.sale instanceof Reverted) throw disagreement("price");
  return { sale: one.sale, block: lowest(pair), answers: [one.answer, other.answer] };
}

function lowest([one, other]: Pair<unknown>): number {
  return Math.min(one.height, other.height);
}

/** Compares times instead of numbers, because some chains make four blocks a second. */
function isNear({ timestamp }: Testimony<unknown>, other: Testimony<unknown>): boolean {
  const distance = timestamp - other.timestamp;
  return distance <= COMPARABLE_S && -distance <= COMPARABLE_S;
}

function saleDisputeOf(one: Testimony<unknown>, other: Testimony<unknown>): Dispute | null {
  if (one.codeSha256 !== other.codeSha256) return "contract";
  if (one.sale instanceof Reverted || other.sale instanceof Reverted) {
    return one.sale instanceof Reverted && other.sale instanceof Reverted ? null : "price";
  }
  if (textOf(one.sale.quote) !== textOf(other.sale.quote)) return "price";
  return textOf(one.sale) === textOf(other.sale) ? null : "sale";
}

export function disagreement(about: Dispute): MintError {
  return new MintError({ reason: "endpointsDisagree", about });
}
