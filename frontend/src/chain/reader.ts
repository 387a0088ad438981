import type { Quote } from "../domain/price.ts";
import type { Sale } from "../domain/sale.ts";
import { decodeMulticall, encodeMulticall, type Read, reads } from "./codec.ts";
import type { Transport } from "./transport.ts";

/** Reads of the chain that need no wallet (spec section 7). */
export interface TicketReader {
  /**
   * All that the page shows of the sale, from one block, in one call.
   * @param affiliateCode a well-formed code, or `null`
   */
  readSale(
    query: { readonly quantity: number; readonly affiliateCode: string | null },
    signal?: AbortSignal,
  ): Promise<Sale>;
}

export function createTicketReader(transport: Transport, ticketAddress: string): TicketReader {
  return {
    async readSale({ quantity, affiliateCode }, signal) {
      const amount = BigInt(quantity);
      const calls = [
        reads.totalSupply(),
        reads.paused(),
        reads.getPriceForQuantity(amount),
        reads.getAffiliatePriceForQuantity(amount),
        ...(affiliateCode === null ? [] : [reads.isAffiliateActive(affiliateCode)]),
      ] as const;

      return await transport.request(
        {
          method: "eth_call",
          params: [{ to: ticketAddress, data: encodeMulticall(calls) }, "latest"],
        },
        (result) => {
          const words = decodeMulticall(result, calls.length);
          const answer = <Value>(index: number, read: Read<Value>) =>
            read.decode(words[index] ?? "");
          const affiliateActive = calls[4] === undefined ? null : answer(4, calls[4]);
          const normal = answer(2, calls[2]);
          const quote: Quote = {
            quantity,
            normal,
            payable: affiliateActive === true ? answer(3, calls[3]) : normal,
          };
          return {
            totalSupply: answer(0, calls[0]),
            paused: answer(1, calls[1]),
            affiliateActive,
            quote,
          };
        },
        signal,
      );
    },
  };
}
