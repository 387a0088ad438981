import { withDeadline } from "../domain/deadline.ts";
import { MintError } from "../domain/mint.ts";
import type { Order } from "../domain/sale.ts";
import { asData, asQuantity } from "./answers.ts";
import { decodeSale, saleCall } from "./reader.ts";
import { CallReverted, type Transport } from "./transport.ts";

/**
 * How long a second opinion is waited for. It is a safeguard on top of a contract that refuses every wrong payment, so
 * an endpoint that is down or slow must not keep a visitor from buying through the one that works.
 */
const PATIENCE_MS = 3_000;

/** Endpoints further apart than this are not at the same chain tip, and can't speak for each other. */
const COMPARABLE_BLOCKS = 20n;

interface Witness {
  readonly endpoint: Transport;
  readonly height: bigint;
}

interface Testimony {
  /** Wei, `null` when the contract refused to answer. */
  readonly payable: bigint | null;
  readonly code: string;
}

/**
 * Has two endpoints, where there are two, tell the price of the order and the contract's code at one block, so that a
 * single endpoint that lies or lags can't set the terms of a purchase.
 * @param endpoints each by itself, in order of preference
 * @throws {MintError} when they disagree with each other, or with the price that the order was made at
 */
export async function confirmSale(
  endpoints: readonly Transport[],
  ticketAddress: string,
  order: Order,
  signal?: AbortSignal,
): Promise<void> {
  if (endpoints.length < 2) return;
  const testimonies = await withDeadline(signal, PATIENCE_MS, async (deadline) => {
    const pair = await firstPair(endpoints, deadline);
    if (pair === null) return null;
    const [one, other] = pair;
    const height = one.height < other.height ? one.height : other.height;
    const block = `0x${height.toString(16)}`;
    return await Promise.all(
      pair.map(({ endpoint }) => testify(endpoint, ticketAddress, order, block, deadline)),
    );
  }).catch(() => null);
  signal?.throwIfAborted();
  const [one, other] = testimonies ?? [];
  if (one === undefined || other === undefined) return;

  if (one.code !== other.code) throw disagreement("the contract");
  if (one.payable !== other.payable || one.payable !== order.payable) {
    throw disagreement("the price");
  }
}

/** The first two endpoints that answer from the same part of the chain; `null` when there are no two. */
async function firstPair(
  endpoints: readonly Transport[],
  signal: AbortSignal,
): Promise<readonly [Witness, Witness] | null> {
  const answered: Witness[] = [];
  return await new Promise((resolve) => {
    const heights = endpoints.map(async (endpoint) => {
      const call = { method: "eth_blockNumber", params: [] };
      const witness = { endpoint, height: await endpoint.request(call, asQuantity, signal) };
      const partner = answered.find(({ height }) => isNear(height, witness.height));
      if (partner !== undefined) resolve([partner, witness]);
      answered.push(witness);
    });
    void Promise.allSettled(heights).then(() => resolve(null));
  });
}

function isNear(height: bigint, other: bigint): boolean {
  const distance = height > other ? height - other : other - height;
  return distance <= COMPARABLE_BLOCKS;
}

async function testify(
  endpoint: Transport,
  ticketAddress: string,
  order: Order,
  block: string,
  signal: AbortSignal,
): Promise<Testimony> {
  const [payable, code] = await Promise.all([
    endpoint
      .request(
        saleCall(ticketAddress, order, block),
        (result) => decodeSale(order, result).quote.payable,
        signal,
      )
      .catch((error: unknown) => {
        if (error instanceof CallReverted) return null;
        throw error;
      }),
    endpoint.request({ method: "eth_getCode", params: [ticketAddress, block] }, asData, signal),
  ]);
  return { payable, code: code.toLowerCase() };
}

function disagreement(about: string): MintError {
  return new MintError({
    reason: "sendingFailed",
    detail: `two endpoints of the network disagree about ${about}. Nothing was sent. Try again in a moment.`,
  });
}
