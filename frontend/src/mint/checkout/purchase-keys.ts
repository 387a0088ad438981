import { unsettledKey } from "./unsettled-key.ts";

/** Where the browser keeps purchases: for each chain and contract apart. */
export interface PurchaseKeys {
  /** In front of the id of a purchase whose outcome is not certain yet. */
  readonly unsettled: string;
  /** In front of the id of a purchase that has settled. */
  readonly settled: string;
  /** Of version 0.1: the wallet's unanswered request, and the hashes of settled purchases. */
  readonly old: { readonly asked: string; readonly settled: string };
}

export function purchaseKeys(chainId: number, ticketAddress: string): PurchaseKeys {
  const sale = `${chainId}:${ticketAddress.toLowerCase()}`;
  return {
    unsettled: unsettledKey(chainId, ticketAddress),
    settled: `settled-purchase:${sale}:`,
    old: { asked: `asked-purchase:${sale}`, settled: `settled-purchases:${sale}` },
  };
}
