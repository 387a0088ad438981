/** The kit's name for Ethereum-like chains (CAIP-2). */
export const NAMESPACE = "eip155";
