import { type NetworkName, networks } from "../../../networks.ts";

/**
 * Reads `VITE_PRICE_FEED`: where the page reads what the chain's coin is worth in US dollars.
 * @returns the address of a feed of Chainlink's; `null` for `none`, or if none is set and the network's row has none
 */
export function readPriceFeed(network: NetworkName, setting: string | undefined): string | null {
  if (!setting) return networks[network].priceFeed;
  if (setting === "none") return null;
  if (/^0x[0-9a-fA-F]{40}$/.test(setting)) return setting;
  throw new Error(
    `VITE_PRICE_FEED is neither the address of a price feed nor "none", for no price in dollars: ${setting}`,
  );
}
