/** What the page says in the wallet kit's dialog, beside the kit's own words. */
export const kitWords = {
  partNotLoaded: "Could not be loaded. Check your connection and try again.",
} as const;

/** Of a request to the embedded wallet that was aborted (specification, section 8). */
export const abortedWords = {
  /** A call of the wallet's methods. */
  call: "Request was aborted",
  /** All others. */
  other: "Something went wrong",
} as const;
