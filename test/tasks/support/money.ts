import { formatEther } from "ethers";
import { currencyOf, networks } from "../../../networks.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "../../../scripts/tasks/deploy/trial-price.ts";

/** Wei. What a ticket costs where a test deploys without saying a price. */
export const PRICE = TRIAL_PRICE;
/** Wei. Another price that the contract takes. */
export const RAISED_PRICE = RAISED_TRIAL_PRICE;

/** The coin of mainnet, and of the nodes with its chain id. */
export const SYMBOL = networks.mainnet.currency.symbol;

/** @returns wei as it is typed, as in "0.05" */
export function typed(wei: bigint): string {
  return formatEther(wei).replace(/\.0$/, "");
}

/** @returns wei as tasks print it, as in "0.05 ETH" */
export function printed(wei: bigint, chainId: number = networks.mainnet.chainId): string {
  return `${typed(wei)} ${currencyOf(chainId).symbol}`;
}

export function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
