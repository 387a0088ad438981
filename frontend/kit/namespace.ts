/** CAIP-2. */
export const NAMESPACE = "eip155";
