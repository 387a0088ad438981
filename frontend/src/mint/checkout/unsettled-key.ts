/** In front of the id of a purchase whose outcome is not certain yet. Apart, since every visit looks for it. */
export function unsettledKey(chainId: number, ticketAddress: string): string {
  return `purchase:${chainId}:${ticketAddress.toLowerCase()}:`;
}
