export const kitViewWords = {
  relay: {
    noAnswer:
      "The service that connects phones isn't answering. Check your connection or content blocker, or use a wallet in this browser.",
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
