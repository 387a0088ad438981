import { codePattern } from "../../../../collection.ts";

/** A code surrounded by punctuation, blanks, invisible characters or attached parameters. */
const IN_ITS_SENTENCE = /* @__PURE__ */ new RegExp(
  `^[^\\p{L}\\p{N}_-]*(${codePattern})([^\\p{L}\\p{N}_-]*|([?&#]|%20).*)$`,
  "su",
);

const MAX_LENGTH = 320;

/**
 * Guesses the code behind a malformed one. The page applies it only if it is active and the visitor
 * accepts.
 */
export function meantCode(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  return IN_ITS_SENTENCE.exec(text)?.[1]?.toLowerCase() ?? null;
}
