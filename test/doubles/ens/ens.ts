/** Where the registry is on every chain that has one. */
export const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
