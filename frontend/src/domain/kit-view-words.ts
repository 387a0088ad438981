/** What the page says in those views of the wallet kit's dialog that come after its list of wallets. */
export const kitViewWords = {
  relay: {
    noAnswer: "No answer yet from the service that pairs wallets. Check your connection.",
    retry: "Try again",
  },
  link: {
    copied: "Link copied",
    notCopied: "The link could not be copied",
    noLinkYet: "There is no link yet",
  },
  telephone: {
    caption: "Open a wallet here, or scan the code",
    open: "Open in a wallet",
    showLink: "Link for any wallet",
  },
} as const;
