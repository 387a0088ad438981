/** The address that was connected: shown while its connection is restored, and used for nothing else. */
export const STORED_ADDRESS_KEY = "connected-address";
