/** Where the browser keeps purchases: for each chain and contract apart. */
export interface PurchaseKeys {
  /** In front of the id of a purchase whose outcome is not certain yet. */
  readonly unsettled: string;
  /** What a wallet was asked to send and has not answered. */
  readonly asked: string;
  /** The transaction hashes of purchases that have settled. */
  readonly settled: string;
}

export function purchaseKeys(chainId: number, ticketAddress: string): PurchaseKeys {
  const sale = `${chainId}:${ticketAddress.toLowerCase()}`;
  return {
    unsettled: `purchase:${sale}:`,
    asked: `asked-purchase:${sale}`,
    settled: `settled-purchases:${sale}`,
  };
}
