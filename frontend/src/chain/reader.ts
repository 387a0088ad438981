import type { Quote } from "../domain/price.ts";
import type { Sale } from "../domain/sale.ts";
import { decodeMulticall, encodeMulticall, type Read, reads } from "./codec.ts";
import type { RpcCall, Transport } from "./transport.ts";

/** Reads of the chain that need no wallet (spec section 7). */
export interface TicketReader {
  /** All that the page shows of the sale, from one block, in one call. */
  readSale(query: SaleQuery, signal?: AbortSignal): Promise<Sale>;
}

/** What is asked about the sale. `affiliateCode` is well-formed, or `null`. */
export interface SaleQuery {
  readonly quantity: number;
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

/** The one call that `readSale` makes, as of a block. */
export function saleCall(ticketAddress: string, query: SaleQuery, block = "latest"): RpcCall {
  const data = encodeMulticall(saleReads(query));
  return { method: "eth_call", params: [{ to: ticketAddress, data }, block] };
}

/** What the contract answered to `saleCall`. @throws for what it can't have answered */
export function decodeSale(query: SaleQuery, result: unknown): Sale {
  const calls = saleReads(query);
  const words = decodeMulticall(result, calls.length);
  const answer = <Value>(index: number, read: Read<Value>) => read.decode(words[index] ?? "");
  const affiliateActive = calls[4] === undefined ? null : answer(4, calls[4]);
  const normal = answer(2, calls[2]);
  const quote: Quote = {
    quantity: query.quantity,
    normal,
    payable: affiliateActive === true ? answer(3, calls[3]) : normal,
  };
  return { totalSupply: answer(0, calls[0]), paused: answer(1, calls[1]), affiliateActive, quote };
}

export function createTicketReader(transport: Transport, ticketAddress: string): TicketReader {
  return {
    readSale: (query, signal) =>
      transport.request(
        saleCall(ticketAddress, query),
        (result) => decodeSale(query, result),
        signal,
      ),
  };
}
