import { isAffiliatePrice } from "../../domain/price.ts";
import type { Sale } from "../../domain/sale.ts";
import { COLLECTION_SIZE } from "../../domain/supply.ts";
import type { RpcCall, Transport } from "../rpc/transport.ts";
import { decodeMulticall, encodeMulticall, MalformedAnswer, type Read, reads } from "./codec.ts";

/** Reads of the chain that need no wallet (spec section 7). */
export interface TicketReader {
  /** The sale as of one block, in one call. */
  readSale(query: SaleQuery, signal?: AbortSignal): Promise<Sale>;
}

export interface SaleQuery {
  readonly quantity: number;
  /** Well-formed, or `null`. */
  readonly affiliateCode: string | null;
}

function saleReads({ quantity, affiliateCode }: SaleQuery) {
  const amount = BigInt(quantity);
  return [
    reads.totalSupply(),
    reads.paused(),
    reads.getPriceForQuantity(amount),
    reads.getAffiliatePriceForQuantity(amount),
    ...(affiliateCode === null ? [] : [reads.isAffiliateActive(affiliateCode)]),
  ] as const;
}

/** The call that `readSale` makes, as of a block. */
export function saleCall(ticketAddress: string, query: SaleQuery, block = "latest"): RpcCall {
  const data = encodeMulticall(saleReads(query));
  return { method: "eth_call", params: [{ to: ticketAddress, data }, block] };
}

/** @throws for an answer that the contract can't have given */
export function decodeSale(query: SaleQuery, result: unknown): Sale {
  const calls = saleReads(query);
  const words = decodeMulticall(result, calls.length);
  const answer = <Value>(index: number, read: Read<Value>) => read.decode(words[index] ?? "");
  const totalSupply = answer(0, calls[0]);
  const affiliateActive = calls[4] === undefined ? null : answer(4, calls[4]);
  const normal = answer(2, calls[2]);
  const discounted = answer(3, calls[3]);
  if (totalSupply > COLLECTION_SIZE || !isAffiliatePrice(discounted, normal)) {
    throw new MalformedAnswer("Figures that don't fit each other");
  }
  const payable = affiliateActive === true ? discounted : normal;
  const quote = { quantity: query.quantity, normal, payable };
  return { totalSupply, paused: answer(1, calls[1]), affiliateActive, quote };
}

/**
 * @param confirm asks other endpoints before the page says that there is nothing to buy, or that a code is inactive: one
 * endpoint that lies must not turn visitors away
 */
export function createTicketReader(
  transport: Transport,
  ticketAddress: string,
  confirm?: (query: SaleQuery, told: Sale, signal?: AbortSignal) => Promise<Sale>,
): TicketReader {
  return {
    async readSale(query, signal) {
      const sale = await transport.request(
        saleCall(ticketAddress, query),
        (result) => decodeSale(query, result),
        signal,
      );
      const refuses =
        sale.paused || sale.totalSupply === COLLECTION_SIZE || sale.affiliateActive === false;
      return refuses && confirm !== undefined ? await confirm(query, sale, signal) : sale;
    },
  };
}
