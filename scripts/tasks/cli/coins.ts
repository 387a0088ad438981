/**
 * `formatEther` without trailing zeros and without ethers, because every command loads this and
 * ethers takes a quarter of a second.
 * @param wei not negative
 */
export function coins(wei: bigint): string {
  const digits = wei.toString().padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, "");
}
