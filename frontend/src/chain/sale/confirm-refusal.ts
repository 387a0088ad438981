import type { Sale } from "../../domain/sale.ts";
import { availabilityOf } from "../../domain/supply.ts";
import type { FailoverTransport } from "../rpc/transport.ts";
import { readConfirmedSale } from "./confirm-sale.ts";
import type { SaleQuery } from "./reader.ts";

/** As long as an endpoint that was vetted is trusted. */
const CONFIRMED_FOR_MS = 5 * 60_000;

interface Confirmed {
  readonly state: string;
  readonly until: number;
}

/** What endpoints confirmed last, of each transport. */
const confirmed = new WeakMap<FailoverTransport, Confirmed>();

/**
 * What the page shows where one endpoint says that there is nothing to buy, or that a code is inactive: what two endpoints
 * say. For five minutes they are not asked again, as long as the endpoint that is read says the same. A build with one
 * endpoint has no other to ask.
 * @param told what the one endpoint says
 * @throws as `readConfirmedSale`
 */
export async function confirmRefusal(
  transport: FailoverTransport,
  ticketAddress: string,
  query: SaleQuery,
  told: Sale,
  signal?: AbortSignal,
): Promise<Sale> {
  if (transport.size === 1) return told;
  const known = confirmed.get(transport);
  if (known !== undefined && Date.now() < known.until && known.state === stateOf(query, told)) {
    return told;
  }
  const { sale } = await readConfirmedSale(transport, ticketAddress, query, signal);
  confirmed.set(transport, {
    state: stateOf(query, sale),
    until: Date.now() + CONFIRMED_FOR_MS,
  });
  return sale;
}

function stateOf(query: SaleQuery, sale: Sale): string {
  const { kind } = availabilityOf(sale);
  return JSON.stringify([kind, sale.affiliateActive, { ...query, quantity: null }]);
}
