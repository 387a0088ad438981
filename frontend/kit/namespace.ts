/** The kit's name for chains like Ethereum (CAIP-2). */
export const NAMESPACE = "eip155";
