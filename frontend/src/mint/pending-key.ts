/** Where the browser keeps a purchase that was sent: one per chain and contract. */
export function pendingKey(chainId: number, ticketAddress: string): string {
  return `pending-purchase:${chainId}:${ticketAddress.toLowerCase()}`;
}
