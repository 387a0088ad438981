/** What the page says in the wallet kit's dialog, beside the kit's own words. */
export const kitWords = {
  partNotLoaded: "Could not be loaded. Check your connection and try again.",
} as const;
