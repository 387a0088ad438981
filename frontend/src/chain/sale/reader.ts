import type { ITicket } from "../../../../typechain-types/contracts/interfaces/ITicket.ts";
import { codeOf } from "../../domain/order/link.ts";
import type { ShownOrder } from "../../domain/order/order.ts";
import { isAffiliatePrice } from "../../domain/order/price.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { availabilityOf, COLLECTION_SIZE } from "../../domain/order/supply.ts";
import { Reverted, type RpcCall, type Transport } from "../rpc/transport.ts";
import {
  decodeBool,
  decodeMulticall,
  decodeUint,
  encodeMulticall,
  MalformedAnswer,
  type View,
  type ViewOf,
} from "./codec.ts";

export interface TicketReader {
  readSale(query: SaleQuery, signal?: AbortSignal): Promise<Sale>;
}

export interface SaleQuery {
  readonly quantity: number;
  readonly affiliateCode: string | null;
}

/**
 * Every read for an order builds its query here. No view depends on the buyer yet; `null` means that
 * no wallet is connected.
 */
export function saleQuery({
  quantity,
  affiliate,
}: Pick<ShownOrder, "quantity" | "affiliate" | "recipient"> & {
  readonly buyer: string | null;
}): SaleQuery {
  return { quantity, affiliateCode: codeOf(affiliate) };
}

/**
 * Every view that the page reads; `null` skips one. The first read, its decoder, the comparison of
 * endpoints and the tests' contract use this table.
 */
export function saleViews({ quantity, affiliateCode }: SaleQuery) {
  const amount = BigInt(quantity);
  return {
    totalSupply: ["18160ddd", [], decodeUint],
    paused: ["5c975abb", [], decodeBool],
    getPriceForQuantity: ["d02b23b8", [amount], decodeUint],
    getAffiliatePriceForQuantity: ["4a4f480f", [amount], decodeUint],
    isAffiliateActive: affiliateCode === null ? null : ["07888c08", [affiliateCode], decodeBool],
  } satisfies { [Name in keyof ITicket]?: ViewOf<ITicket[Name]> | null };
}

type Views = ReturnType<typeof saleViews>;

export type Answers = {
  readonly [Name in keyof Views]:
    | (NonNullable<Views[Name]> extends View<unknown, infer Value> ? Value : never)
    | Extract<Views[Name], null>;
};

export function saleOf(query: SaleQuery, tell: (view: View, name: string) => unknown): Sale {
  const told = Object.entries(saleViews(query)).map(([name, view]) => [
    name,
    view && tell(view, name),
  ]);
  const {
    getPriceForQuantity: normal,
    getAffiliatePriceForQuantity: discounted,
    isAffiliateActive: affiliateActive,
    ...others
  } = Object.fromEntries(told) as Answers;
  if (others.totalSupply > COLLECTION_SIZE || !isAffiliatePrice(discounted, normal)) {
    throw new MalformedAnswer("Figures that don't fit each other");
  }
  const payable = affiliateActive === true ? discounted : normal;
  return { ...others, affiliateActive, quote: { quantity: query.quantity, normal, payable } };
}

function asked(query: SaleQuery): View[] {
  return Object.values(saleViews(query)).filter((view) => view !== null);
}

export function saleCall(ticketAddress: string, query: SaleQuery, block = "latest"): RpcCall {
  return {
    method: "eth_call",
    params: [{ to: ticketAddress, data: encodeMulticall(asked(query)) }, block],
  };
}

export function decodeSale(query: SaleQuery, result: unknown): Sale | Reverted {
  if (result instanceof Reverted) return result;
  const words = decodeMulticall(result, asked(query).length);
  return saleOf(query, ([, , decode]) => decode(words.shift() ?? ""));
}

/** @param confirm asks a second endpoint if the first answers that nothing is for sale */
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
      if (sale instanceof Reverted) throw new TypeError("The contract reverts the query");
      const refuses = availabilityOf(sale).kind !== "open" || sale.affiliateActive === false;
      return refuses && confirm !== undefined ? await confirm(query, sale, signal) : sale;
    },
  };
}
