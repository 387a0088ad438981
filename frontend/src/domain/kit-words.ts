/** What the page says in the wallet kit's dialog, beside the kit's own words. */
export const kitWords = {
  /** What the kit leaves without a name. */
  dialog: {
    unnamed: "Wallet",
    icons: { close: "Close", chevronLeft: "Back", helpCircle: "What is a wallet?", copy: "Copy" },
    certified: "Certified wallets only",
    network: "Choose a network",
  },
  partNotLoaded: "Could not be loaded. Check your connection and try again.",
} as const;
