import { type Dispute, MintError } from "../../domain/mint-failure.ts";
import type { Sale } from "../../domain/sale.ts";
import { asCount } from "../rpc/answers.ts";
import { opinions, pairOf } from "../rpc/opinions.ts";
import {
  CallReverted,
  EndpointsFailed,
  type FailoverTransport,
  type ReadResult,
  type RpcCall,
  type Transport,
} from "../rpc/transport.ts";
import { asServed, isCurrent, servedCall } from "../rpc/vetting.ts";
import { decodeSale, type SaleQuery, saleCall } from "./reader.ts";

/** Endpoints whose newest blocks are further apart are not at the same chain tip, and can't speak for each other. */
const COMPARABLE_S = 240n;

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
  /** What two endpoints answer differently, beyond what a block changes; `null` if nothing. */
  readonly disputeOf: (one: Answer, other: Answer) => Dispute | null;
}

/** A confirmed sale, with what each endpoint that confirms it answered besides. */
export interface Confirmation<Answer> extends ConfirmedSale {
  readonly answers: readonly [Answer, Answer?];
}

const NOTHING_ELSE: Enquiry<null> = { calls: [], accept: () => null, disputeOf: () => null };

/** What one endpoint says. */
interface Testimony<Answer> {
  /** Of its newest block; the time is in seconds since 1970. */
  readonly height: number;
  readonly timestamp: bigint;
  readonly sale: Sale | CallReverted;
  readonly codeSha256: string;
  readonly answer: Answer;
}

/**
 * Has two endpoints, where the page was built with more than one, tell the sale and the contract's code, so that a single
 * endpoint that lies or lags can neither set the terms of a purchase nor say that there is nothing to buy. All are asked
 * at once for what they know of their newest block, which is one round trip if two of them tell the same. If they differ,
 * one of them may only be a block late: then all are asked about the newest block that both have, and any two that tell
 * the same decide. An endpoint with an old block is not heard while another has a current one.
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
    const calls = [
      servedCall(ticketAddress),
      saleCall(ticketAddress, query, block),
      { method: "eth_blockNumber", params: [] },
    ];
    const accept = (read: ReadResult): Testimony<Answer> => {
      const { timestamp, codeSha256 } = asServed(() => read(0));
      return {
        height: asCount(read(2)),
        timestamp,
        sale: saleOf(query, () => read(1)),
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

  // One of the two may lie about its block too: then any two of three decide by what they know of their newest ones.
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

/** An endpoint that has stopped has no say while another is at the tip. */
function upToDate<Answer>(told: readonly Testimony<Answer>[]): readonly Testimony<Answer>[] {
  const current = told.filter(isOfNow);
  return current.length > 0 ? current : told;
}

function saleOf(query: SaleQuery, read: () => unknown): Sale | CallReverted {
  try {
    return decodeSale(query, read());
  } catch (error) {
    if (error instanceof CallReverted) return error;
    throw error;
  }
}

/** What one endpoint says, if no other says anything. Two that are far apart are a disagreement. */
function alone<Answer>(told: readonly Testimony<Answer>[]): Confirmation<Answer> {
  const [one, ...others] = told;
  if (one === undefined) throw new EndpointsFailed("No endpoint tells the sale");
  if (others.length > 0) throw disagreement("newestBlock");
  if (one.sale instanceof CallReverted) throw one.sale;
  return { sale: one.sale, block: one.height, answers: [one.answer] };
}

type Pair<Answer> = readonly [Testimony<Answer>, Testimony<Answer>];

function together<Answer>(pair: Pair<Answer>): Confirmation<Answer> {
  const [one, other] = pair;
  // The contract answers these questions for every order that the page can make.
  if (one.sale instanceof CallReverted) throw disagreement("price");
  return { sale: one.sale, block: lowest(pair), answers: [one.answer, other.answer] };
}

function lowest([one, other]: Pair<unknown>): number {
  return Math.min(one.height, other.height);
}

/** Whether both are at the same part of the chain. By time: a chain's blocks can come four times a second. */
function isNear({ timestamp }: Testimony<unknown>, other: Testimony<unknown>): boolean {
  const distance = timestamp - other.timestamp;
  return distance <= COMPARABLE_S && -distance <= COMPARABLE_S;
}

/** What the two tell differently of the sale; `null` if nothing. */
function saleDisputeOf(one: Testimony<unknown>, other: Testimony<unknown>): Dispute | null {
  if (one.codeSha256 !== other.codeSha256) return "contract";
  if (one.sale instanceof CallReverted || other.sale instanceof CallReverted) {
    return one.sale instanceof CallReverted && other.sale instanceof CallReverted ? null : "price";
  }
  if (asText(one.sale.quote) !== asText(other.sale.quote)) return "price";
  return asText(one.sale) === asText(other.sale) ? null : "sale";
}

/** To compare every field; JSON has no bigint. */
function asText(told: object): string {
  return JSON.stringify(told, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}

export function disagreement(about: Dispute): MintError {
  return new MintError({ reason: "endpointsDisagree", about });
}
