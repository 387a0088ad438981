/** The published key of every Hardhat node's first account. */
export const KNOWN_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
export const KNOWN_ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
