/** A separate file, because every visit needs this key, but not the journal. */
export function unsettledKey(chainId: number, ticketAddress: string): string {
  return `purchase:${chainId}:${ticketAddress.toLowerCase()}:`;
}
