/**
 * What a session with a telephone's wallet may ask of it. A session's accounts, its chain id and what can be read from the
 * chain are not asked of the wallet.
 */
const ALWAYS: readonly string[] = [
  "eth_sendTransaction",
  "personal_sign",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];

/** ERC-7811: the wallet's list of tokens, for the views in which one is chosen. */
const TOKENS: readonly string[] = ["wallet_getCapabilities", "wallet_getAssets"];

/**
 * Kit 1.7.4 asks for 24 methods by default, `eth_sign` among them, which signs anything.
 * @param enabled the kit's features that the deployer has turned on
 */
export function sessionMethods(enabled: readonly string[]): readonly string[] {
  const choosesTokens = enabled.includes("send") || enabled.includes("swaps");
  return choosesTokens ? [...ALWAYS, ...TOKENS] : ALWAYS;
}
