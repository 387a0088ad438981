import { formatEther } from "ethers";
import { currencyOf, networks } from "../../../networks.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "../../../scripts/tasks/deploy/trial-price.ts";

/** Wei. The default ticket price. */
export const PRICE = TRIAL_PRICE;
export const RAISED_PRICE = RAISED_TRIAL_PRICE;

/** Accounts without a transaction. */
export const ALICE = "0x00000000000000000000000000000000000A11cE";
export const BOB = "0x0000000000000000000000000000000000000B0b";

/** The commission of `deployPayouts`. */
export function fivePercent(wei: bigint): bigint {
  return (wei * 5n) / 100n;
}

export const SYMBOL = networks.mainnet.currency.symbol;

export function typed(wei: bigint): string {
  return formatEther(wei).replace(/\.0$/, "");
}

export function printed(wei: bigint, chainId: number = networks.mainnet.chainId): string {
  return `${typed(wei)} ${currencyOf(chainId).symbol}`;
}

export function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
