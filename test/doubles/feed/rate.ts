/** Dollars for a coin, with 8 decimals. */
export const RATE = 2_500n * 10n ** 8n;
