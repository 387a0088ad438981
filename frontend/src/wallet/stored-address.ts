/** The page only shows this address, while AppKit reconnects. */
export const STORED_ADDRESS_KEY = "connected-address";
