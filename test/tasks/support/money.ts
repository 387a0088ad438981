import { formatEther } from "ethers";
import { currencyOf, networks } from "../../../networks.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "../../../scripts/tasks/deploy/trial-price.ts";

/** Wei. The ticket price unless a test sets one. */
export const PRICE = TRIAL_PRICE;
/** Wei. Another valid price. */
export const RAISED_PRICE = RAISED_TRIAL_PRICE;

/** The coin of mainnet, and of test nodes with its chain id. */
export const SYMBOL = networks.mainnet.currency.symbol;

/** Formats wei as typed, such as "0.05". */
export function typed(wei: bigint): string {
  return formatEther(wei).replace(/\.0$/, "");
}

/** Formats wei as tasks print it, such as "0.05 ETH". */
export function printed(wei: bigint, chainId: number = networks.mainnet.chainId): string {
  return `${typed(wei)} ${currencyOf(chainId).symbol}`;
}

export function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
