/** In its own file, because every visit needs it. */
export function unsettledKey(chainId: number, ticketAddress: string): string {
  return `purchase:${chainId}:${ticketAddress.toLowerCase()}:`;
}
