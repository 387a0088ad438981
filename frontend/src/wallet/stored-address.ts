/** The last connected address. The page only shows it, while it reconnects. */
export const STORED_ADDRESS_KEY = "connected-address";
