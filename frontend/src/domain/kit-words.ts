/** What the page says of the wallet kit, in its dialog and after it, beside the kit's own words. */
export const kitWords = {
  /** What the kit leaves without a name. */
  dialog: {
    unnamed: "Wallet",
    icons: { close: "Close", chevronLeft: "Back", helpCircle: "What is a wallet?", copy: "Copy" },
    certified: "Certified wallets only",
    network: "Choose a network",
  },
  relay: {
    noAnswer: "No answer yet from the service that pairs wallets. Check your connection.",
    retry: "Try again",
  },
  link: {
    copied: "Link copied",
    notCopied: "The link could not be copied",
    noLinkYet: "There is no link yet",
  },
  noMoreWallets: "More wallets can't be listed at the moment.",
  telephone: {
    tag: "any wallet",
    caption: "Open a wallet here, or scan the code",
    open: "Open in a wallet",
    showLink: "Link for any wallet",
  },
  partNotLoaded: "Could not be loaded. Check your connection and try again.",
  permissionKept: "The wallet may still list this site as connected. You can remove it there.",
} as const;

/** Of a request to the embedded wallet that was aborted (specification, section 8). */
export const abortedWords = {
  /** A call of the wallet's methods. */
  call: "Request was aborted",
  /** All others. */
  other: "Something went wrong",
} as const;
