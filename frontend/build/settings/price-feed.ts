import { type NetworkName, networks } from "../../../networks.ts";

/** @returns a Chainlink feed's address; `null` for `none`, or if neither the setting nor the network's row has one */
export function readPriceFeed(network: NetworkName, setting: string | undefined): string | null {
  if (!setting) return networks[network].priceFeed;
  if (setting === "none") return null;
  if (/^0x[0-9a-fA-F]{40}$/.test(setting)) return setting;
  throw new Error(
    `VITE_PRICE_FEED is neither the address of a price feed nor "none", for no price in dollars: ${setting}`,
  );
}
