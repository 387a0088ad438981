import { type Dispute, MintError } from "../../domain/mint-failure.ts";
import type { Sale } from "../../domain/sale.ts";
import { opinions } from "../rpc/opinions.ts";
import {
  CallReverted,
  EndpointsFailed,
  type FailoverTransport,
  type ReadResult,
  type RpcCall,
  type Transport,
} from "../rpc/transport.ts";
import { asServed, servedCall } from "../rpc/vetting.ts";
import { decodeSale, type SaleQuery, saleCall } from "./reader.ts";

/** Endpoints further apart than this are not at the same chain tip, and can't speak for each other. */
const COMPARABLE_BLOCKS = 20n;

/** A block this old may be one at which an endpoint has stopped. */
const OLD_BLOCK_S = 90;

/** What the contract says of the sale, and the newest block that all who say so have. */
export interface ConfirmedSale {
  readonly sale: Sale;
  readonly block: number;
}

/** What else an endpoint is asked, in the same round trip. */
export interface Enquiry<Answer> {
  readonly calls: readonly RpcCall[];
  /** @throws if the endpoint's answers can't be used: it is counted as one that failed */
  readonly accept: (read: ReadResult) => Answer;
}

/** A confirmed sale, with what each endpoint that confirms it answered besides. */
export interface Confirmation<Answer> extends ConfirmedSale {
  readonly answers: readonly [Answer, Answer?];
}

const NOTHING_ELSE: Enquiry<null> = { calls: [], accept: () => null };

/** What one endpoint says. */
interface Testimony<Answer> {
  readonly height: bigint;
  /** Whether its newest block is of the last minutes by the visitor's clock. */
  readonly current: boolean;
  readonly sale: Sale | CallReverted;
  readonly codeSha256: string;
  readonly answer: Answer;
}

/**
 * Has two endpoints, where the page was built with more than one, tell the sale and the contract's code, so that a single
 * endpoint that lies or lags can neither set the terms of a purchase nor say that there is nothing to buy. All are asked
 * at once for what they know of their newest block, which is one round trip if two of them tell the same. If they differ,
 * one of them may only be a block late: then all are asked about the newest block that both have.
 * One alone is believed if no other answers: the contract refuses every wrong payment.
 * @throws {MintError} if they disagree, or are not at the same part of the chain
 * @throws {EndpointsFailed | CallReverted} if no endpoint gives an answer
 */
export async function readConfirmedSale(
  transport: FailoverTransport,
  ticketAddress: string,
  query: SaleQuery,
  signal?: AbortSignal,
): Promise<ConfirmedSale> {
  const confirmed = await confirmSale(transport, ticketAddress, query, NOTHING_ELSE, signal);
  return { sale: confirmed.sale, block: confirmed.block };
}

/** Confirms the sale as `readConfirmedSale` does, and asks each endpoint something else with it. */
export async function confirmSale<Answer>(
  transport: FailoverTransport,
  ticketAddress: string,
  query: SaleQuery,
  enquiry: Enquiry<Answer>,
  signal?: AbortSignal,
): Promise<Confirmation<Answer>> {
  const testimonyOf = (block: string) => {
    const calls = [servedCall(ticketAddress), saleCall(ticketAddress, query, block)];
    const accept = (read: ReadResult): Testimony<Answer> => {
      const { head, codeSha256 } = asServed(() => read(0));
      return {
        height: head.number,
        current: Math.abs(Date.now() / 1000 - Number(head.timestamp)) <= OLD_BLOCK_S,
        sale: saleOf(query, () => read(1)),
        codeSha256,
        answer: enquiry.accept((index) => read(calls.length + index)),
      };
    };
    return (endpoint: Transport, asking: AbortSignal) =>
      endpoint.requestAll([...calls, ...enquiry.calls], accept, asking);
  };

  const told = await opinions(transport, testimonyOf("latest"), hasPair(isNear), signal);
  const near = pairOf(told, isNear);
  if (near === null) return alone(told);
  const same = pairOf(told, isSame);
  if (same !== null) return together(same, lowest(same));

  const block = lowest(near);
  const again = await opinions(
    transport,
    testimonyOf(`0x${block.toString(16)}`),
    hasPair(isSame),
    signal,
  );
  const agreed = pairOf(again, isSame);
  if (agreed !== null) return together(agreed, block);
  const [one, other] = pairOf(again, isNear) ?? near;
  throw disagreement(disputeOf(one, other) ?? "sale");
}

function saleOf(query: SaleQuery, read: () => unknown): Sale | CallReverted {
  try {
    return decodeSale(query, read());
  } catch (error) {
    if (error instanceof CallReverted) return error;
    throw error;
  }
}

/** What one endpoint says, if no other at the same part of the chain says anything. */
function alone<Answer>(told: readonly Testimony<Answer>[]): Confirmation<Answer> {
  // An endpoint that has stopped has no say; two that both claim to be at the tip are a disagreement.
  const [one, ...others] = told.length === 1 ? told : told.filter(({ current }) => current);
  if (told.length === 0) throw new EndpointsFailed("No endpoint tells the sale");
  if (one === undefined || others.length > 0) throw disagreement("newestBlock");
  if (one.sale instanceof CallReverted) throw one.sale;
  return { sale: one.sale, block: Number(one.height), answers: [one.answer] };
}

type Pair<Answer> = readonly [Testimony<Answer>, Testimony<Answer>];

function together<Answer>([one, other]: Pair<Answer>, block: bigint): Confirmation<Answer> {
  // The contract answers these questions for every order that the page can make.
  if (one.sale instanceof CallReverted) throw disagreement("price");
  return { sale: one.sale, block: Number(block), answers: [one.answer, other.answer] };
}

function lowest([one, other]: Pair<unknown>): bigint {
  return one.height < other.height ? one.height : other.height;
}

type Relation = (one: Testimony<unknown>, other: Testimony<unknown>) => boolean;

function hasPair(relation: Relation) {
  return (told: readonly Testimony<unknown>[]) => pairOf(told, relation) !== null;
}

/** The first two that are related; `null` if there are no two. */
function pairOf<Answer>(
  told: readonly Testimony<Answer>[],
  relation: Relation,
): Pair<Answer> | null {
  for (const [index, one] of told.entries()) {
    const other = told.slice(0, index).find((earlier) => relation(earlier, one));
    if (other !== undefined) return [other, one];
  }
  return null;
}

/** Whether both are at the same part of the chain. */
function isNear({ height }: Testimony<unknown>, other: Testimony<unknown>): boolean {
  const distance = height > other.height ? height - other.height : other.height - height;
  return distance <= COMPARABLE_BLOCKS;
}

function isSame(one: Testimony<unknown>, other: Testimony<unknown>): boolean {
  return isNear(one, other) && disputeOf(one, other) === null;
}

/** What the two tell differently of the sale; `null` if nothing. */
function disputeOf(one: Testimony<unknown>, other: Testimony<unknown>): Dispute | null {
  if (one.codeSha256 !== other.codeSha256) return "contract";
  if (one.sale instanceof CallReverted || other.sale instanceof CallReverted) {
    return one.sale instanceof CallReverted && other.sale instanceof CallReverted ? null : "price";
  }
  const { quote, totalSupply, paused, affiliateActive } = other.sale;
  if (one.sale.quote.payable !== quote.payable || one.sale.quote.normal !== quote.normal) {
    return "price";
  }
  const isAlike =
    one.sale.totalSupply === totalSupply &&
    one.sale.paused === paused &&
    one.sale.affiliateActive === affiliateActive;
  return isAlike ? null : "sale";
}

export function disagreement(about: Dispute): MintError {
  return new MintError({ reason: "endpointsDisagree", about });
}
