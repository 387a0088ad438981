/** A separate file, because every visit needs only this. */
export function unsettledKey(chainId: number, ticketAddress: string): string {
  return `purchase:${chainId}:${ticketAddress.toLowerCase()}:`;
}
