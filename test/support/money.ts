import { type Chain, networks } from "../../networks.ts";

const WEI_PER_SHOWN_UNIT = 10n ** 12n;

/** What the page writes of a sum that has no more than six decimals: "0.050000 ETH". */
export function money(wei: bigint, { currency }: Chain = networks.mainnet): string {
  return `${(Number(wei / WEI_PER_SHOWN_UNIT) / 1e6).toFixed(6)} ${currency.symbol}`;
}
