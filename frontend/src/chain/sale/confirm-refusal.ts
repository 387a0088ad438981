import type { Sale } from "../../domain/order/sale.ts";
import { availabilityOf } from "../../domain/order/supply.ts";
import type { FailoverTransport } from "../rpc/transport.ts";
import { readConfirmedSale } from "./confirm-sale.ts";
import type { SaleQuery } from "./reader.ts";

/** A confirmation is valid for the same time as a health check. */
const CONFIRMED_FOR_MS = 5 * 60_000;

const confirmed = new WeakMap<FailoverTransport, { state: string; until: number }>();

/**
 * Asks a second endpoint if the first answers that nothing is for sale, or that a code is inactive.
 * The confirmation is valid for five minutes while the first endpoint repeats its answer.
 * @throws as `confirmSale`
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
  confirmed.set(transport, { state: stateOf(query, sale), until: Date.now() + CONFIRMED_FOR_MS });
  return sale;
}

function stateOf(query: SaleQuery, sale: Sale): string {
  const { kind } = availabilityOf(sale);
  return JSON.stringify([kind, sale.affiliateActive, { ...query, quantity: null }]);
}
