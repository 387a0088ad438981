/** A coin's worth in hundred-millionths of a dollar, like the Chainlink feeds in `networks.ts`. */
export type Rate = bigint;

export const RATE_DECIMALS = 8;

/** The divisor that converts wei times the rate to cents. */
const PER_CENT = 10n ** BigInt(18 + RATE_DECIMALS - 2);

export function centsOf(wei: bigint, rate: Rate): bigint {
  return (wei * rate + PER_CENT / 2n) / PER_CENT;
}
