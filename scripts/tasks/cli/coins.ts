/**
 * As ethers' `formatEther`, without a decimal that says nothing. The command line's help is built for each command, and
 * loading ethers for it would make all of them a quarter of a second slower.
 * @param wei zero or more @returns the coins, exact, as in "0.05" or "10"
 */
export function coins(wei: bigint): string {
  const digits = wei.toString().padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, "");
}
