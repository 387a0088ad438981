import { isNetworkName, networks } from "../../../networks.ts";

/**
 * @param found an address, or the hash of a transaction
 * @returns its page in the network's explorer, `null` if there is none, as for a chain for trying out
 */
export function explorerLink(network: string, found: string): string | null {
  const explorer = isNetworkName(network) ? networks[network].explorer : null;
  if (explorer === null) return null;
  return `${explorer.url}/${found.length === 42 ? "address" : "tx"}/${found}`;
}

/** An address or a hash, and no part of longer data. */
const FOUND = /\b0x(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40})\b/g;

/**
 * @param text every hash in it is a transaction's: other hashes have no page
 * @returns the text, with the explorer's page of each address and each transaction below it, one a line
 */
export function withLinks(network: string, text: string): string {
  const links = [...new Set(text.match(FOUND))].map((found) => explorerLink(network, found));
  return [text, ...links.filter((link) => link !== null).map((link) => `  ${link}`)].join("\n");
}
