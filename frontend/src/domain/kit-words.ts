/** What the page says of the wallet kit, in its dialog and after it, beside the kit's own words. */
export const kitWords = {
  partNotLoaded: "Could not be loaded. Check your connection and try again.",
  permissionKept: "The wallet may still list this site as connected. You can remove it there.",
} as const;
