import { type Answers, type SaleQuery, saleOf } from "../../../frontend/src/chain/sale/reader.ts";
import type { Sale } from "../../../frontend/src/domain/order/sale.ts";
import { discounted } from "../../support/collection.ts";

export interface TicketState {
  /** Wei per ticket. */
  readonly price: bigint;
  readonly totalSupply: bigint;
  readonly paused: boolean;
  readonly activeCodes: readonly string[];
}

export function fakeTicket(state: Partial<TicketState> = {}) {
  const {
    price = 50_000_000_000_000_000n,
    totalSupply = 0n,
    paused = false,
    activeCodes = ["welcome5"],
  } = state;
  const views: { [Name in keyof Answers]: (...args: never[]) => NonNullable<Answers[Name]> } = {
    totalSupply: () => totalSupply,
    paused: () => paused,
    getPriceForQuantity: (quantity: bigint) => price * quantity,
    getAffiliatePriceForQuantity: (quantity: bigint) => discounted(price * quantity),
    isAffiliateActive: (code: string) => activeCodes.includes(code),
  };
  return (name: string, args: readonly unknown[]): unknown => {
    if (!(name in views)) throw new Error(`The fake contract has no view ${name}`);
    return views[name as keyof Answers](...(args as never[]));
  };
}

export function fakeSale(state: Partial<TicketState> = {}, query: Partial<SaleQuery> = {}): Sale {
  const ask = fakeTicket(state);
  const asked = { quantity: 1, affiliateCode: null, ...query };
  return saleOf(asked, ([, args], name) => ask(name, args));
}
