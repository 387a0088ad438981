/** The methods for a phone's wallet. The page reads accounts and the chain without the wallet. */
const ALWAYS: readonly string[] = [
  "eth_sendTransaction",
  "personal_sign",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];

/** The ERC-7811 method for the views that list the wallet's tokens. */
const TOKENS: readonly string[] = ["wallet_getCapabilities", "wallet_getAssets"];

/**
 * AppKit 1.7.4 requests 24 methods by default, even `eth_sign`, which signs anything.
 * @param enabled AppKit features
 */
export function sessionMethods(enabled: readonly string[]): readonly string[] {
  const choosesTokens = enabled.includes("send") || enabled.includes("swaps");
  return choosesTokens ? [...ALWAYS, ...TOKENS] : ALWAYS;
}
