import { type Dispute, MintError } from "../../domain/mint-failure.ts";
import type { Sale } from "../../domain/sale.ts";
import { asData, asQuantity } from "../rpc/answers.ts";
import { opinions, two } from "../rpc/opinions.ts";
import { CallReverted, type FailoverTransport, type Transport } from "../rpc/transport.ts";
import { decodeSale, type SaleQuery, saleCall } from "./reader.ts";

/** Endpoints further apart than this are not at the same chain tip, and can't speak for each other. */
const COMPARABLE_BLOCKS = 20n;

/** A block this old may be one at which an endpoint has stopped. */
const OLD_BLOCK_S = 90;

/** What the contract says of the sale, and the block of which it says so. */
export interface ConfirmedSale {
  readonly sale: Sale;
  readonly block: number;
}

interface Witness {
  readonly endpoint: Transport;
  readonly height: bigint;
  /** Whether its newest block is of the last minutes by the visitor's clock. */
  readonly current: boolean;
}

interface Testimony {
  /** `null` if the contract refused to answer. */
  readonly sale: Sale | null;
  readonly code: string;
}

/**
 * Has two endpoints, where the page was built with more than one, tell the sale and the contract's code at one block, so
 * that a single endpoint that lies or lags can neither set the terms of a purchase nor say that there is nothing to buy.
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
  let source: Transport = transport;
  if (transport.size > 1) {
    const witnesses = await opinions(transport, witness, hasPair, signal);
    const pair = pairOf(witnesses);
    if (pair !== null) {
      const block = pair.reduce((low, { height }) => (height < low ? height : low), pair[0].height);
      const testimonies = await opinions(
        { each: () => pair.map(({ endpoint }) => endpoint) },
        (endpoint, asking) => testify(endpoint, ticketAddress, query, block, asking),
        two,
        signal,
      );
      const [one, other] = testimonies;
      if (one !== undefined && other !== undefined) {
        return { sale: agreed(one, other), block: Number(block) };
      }
    } else if (witnesses.length > 1) {
      const [current, ...others] = witnesses.filter((one) => one.current);
      // An endpoint that has stopped has no say; two that both claim to be at the tip are a disagreement.
      if (current === undefined || others.length > 0) throw disagreement("newestBlock");
      source = current.endpoint;
    }
  }
  const block = await source.request({ method: "eth_blockNumber", params: [] }, asQuantity, signal);
  const sale = await source.request(
    saleCall(ticketAddress, query),
    (result) => decodeSale(query, result),
    signal,
  );
  return { sale, block: Number(block) };
}

async function witness(endpoint: Transport, signal: AbortSignal): Promise<Witness> {
  return await endpoint.request(
    { method: "eth_getBlockByNumber", params: ["latest", false] },
    (result) => {
      const { number, timestamp } = (result ?? {}) as Readonly<Record<string, unknown>>;
      const age = Date.now() / 1000 - Number(asQuantity(timestamp));
      return { endpoint, height: asQuantity(number), current: Math.abs(age) <= OLD_BLOCK_S };
    },
    signal,
  );
}

const hasPair = (witnesses: readonly Witness[]) => pairOf(witnesses) !== null;

/** The first two endpoints that are at the same part of the chain; `null` if there are no two. */
function pairOf(witnesses: readonly Witness[]): readonly [Witness, Witness] | null {
  for (const [index, one] of witnesses.entries()) {
    const other = witnesses.slice(0, index).find(({ height }) => isNear(height, one.height));
    if (other !== undefined) return [other, one];
  }
  return null;
}

function isNear(height: bigint, other: bigint): boolean {
  const distance = height > other ? height - other : other - height;
  return distance <= COMPARABLE_BLOCKS;
}

async function testify(
  endpoint: Transport,
  ticketAddress: string,
  query: SaleQuery,
  height: bigint,
  signal: AbortSignal,
): Promise<Testimony> {
  const block = `0x${height.toString(16)}`;
  const [sale, code] = await Promise.all([
    endpoint
      .request(saleCall(ticketAddress, query, block), (result) => decodeSale(query, result), signal)
      .catch((error: unknown) => {
        if (error instanceof CallReverted) return null;
        throw error;
      }),
    endpoint.request({ method: "eth_getCode", params: [ticketAddress, block] }, asData, signal),
  ]);
  return { sale, code: code.toLowerCase() };
}

/** What both tell alike. @throws {MintError} if they don't */
function agreed(one: Testimony, other: Testimony): Sale {
  if (one.code !== other.code) throw disagreement("contract");
  if (one.sale === null || other.sale === null) {
    // The contract answers these questions for every order that the page can make.
    throw disagreement("price");
  }
  const { quote, totalSupply, paused, affiliateActive } = other.sale;
  if (one.sale.quote.payable !== quote.payable || one.sale.quote.normal !== quote.normal) {
    throw disagreement("price");
  }
  if (
    one.sale.totalSupply !== totalSupply ||
    one.sale.paused !== paused ||
    one.sale.affiliateActive !== affiliateActive
  ) {
    throw disagreement("sale");
  }
  return one.sale;
}

export function disagreement(about: Dispute): MintError {
  return new MintError({ reason: "endpointsDisagree", about });
}
