/** In front of the id of a purchase that has not settled. In a file of its own, because every visit looks for it. */
export function unsettledKey(chainId: number, ticketAddress: string): string {
  return `purchase:${chainId}:${ticketAddress.toLowerCase()}:`;
}
