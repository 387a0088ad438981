import { isNetworkName, networks } from "../../../networks.ts";

/**
 * @param found an address or a transaction hash
 * @returns `null` on a network without an explorer
 */
export function explorerLink(network: string, found: string): string | null {
  const explorer = isNetworkName(network) ? networks[network].explorer : null;
  if (explorer === null) return null;
  return `${explorer.url}/${found.length === 42 ? "address" : "tx"}/${found}`;
}

/** Matches an address or a hash, but not longer hex data, because explorers have no page for it. */
const FOUND = /\b0x(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40})\b/g;

/**
 * Appends the explorer's link for each address and transaction. Every hash in the text must be a
 * transaction's.
 */
export function withLinks(network: string, text: string): string {
  const links = [...new Set(text.match(FOUND))].map((found) => explorerLink(network, found));
  return [text, ...links.filter((link) => link !== null).map((link) => `  ${link}`)].join("\n");
}
