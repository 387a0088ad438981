/** The page shows this address while AppKit reconnects, and does nothing else with it. */
export const STORED_ADDRESS_KEY = "connected-address";
