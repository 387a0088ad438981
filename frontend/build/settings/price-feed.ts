import { type NetworkName, networks } from "../../../networks.ts";

/**
 * Reads `VITE_PRICE_FEED`, the feed of the chain coin's price in US dollars.
 * @returns the address of a Chainlink feed; `null` for `none`, or if neither the setting nor the network's row has one
 */
export function readPriceFeed(network: NetworkName, setting: string | undefined): string | null {
  if (!setting) return networks[network].priceFeed;
  if (setting === "none") return null;
  if (/^0x[0-9a-fA-F]{40}$/.test(setting)) return setting;
  throw new Error(
    `VITE_PRICE_FEED is neither the address of a price feed nor "none", for no price in dollars: ${setting}`,
  );
}
