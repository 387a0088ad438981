/** Shown while AppKit reconnects, and not used otherwise. */
export const STORED_ADDRESS_KEY = "connected-address";
