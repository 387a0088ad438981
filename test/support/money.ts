import { type Chain, networks } from "../../networks.ts";

const WEI_PER_SHOWN_UNIT = 10n ** 12n;

/** A sum with six decimals as the page writes it: "0.050000 ETH". */
export function money(wei: bigint, { currency }: Chain = networks.mainnet): string {
  return `${(Number(wei / WEI_PER_SHOWN_UNIT) / 1e6).toFixed(6)} ${currency.symbol}`;
}
