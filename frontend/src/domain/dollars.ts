/**
 * What a coin of the chain is worth, in hundred-millionths of a US dollar: 8 decimals, as all of Chainlink's prices in dollars
 * have that `networks.ts` names.
 */
export type Rate = bigint;

export const RATE_DECIMALS = 8;

/** Wei times the rate, for a cent. */
const PER_CENT = 10n ** BigInt(18 + RATE_DECIMALS - 2);

/** Wei in US cents, rounded to the nearest one, half a cent up. No float comes into it. */
export function centsOf(wei: bigint, rate: Rate): bigint {
  return (wei * rate + PER_CENT / 2n) / PER_CENT;
}
