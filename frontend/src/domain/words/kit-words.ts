export const kitWords = {
  dialog: {
    unnamed: "Wallet",
    icons: { close: "Close", chevronLeft: "Back", helpCircle: "What is a wallet?", copy: "Copy" },
    certified: "Certified wallets only",
    network: "Choose a network",
  },
  noMoreWallets: "More wallets can't be listed right now.",
  telephone: { tag: "any wallet" },
  invalidProjectId: "Invalid Project ID",
  partNotLoaded: "This part didn't load. Check your connection or content blocker, then try again.",
  permissionKept: "Your wallet may still list this site as connected. You can remove it there.",
} as const;
