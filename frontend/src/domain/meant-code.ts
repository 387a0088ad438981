import { codePattern } from "../../../collection.ts";

/**
 * A code, and around it what is no part of any: punctuation of the sentence in which the link stood, blanks, invisible
 * characters, or parameters that were glued on.
 */
const IN_ITS_SENTENCE = /* @__PURE__ */ new RegExp(
  `^[^\\p{L}\\p{N}_-]*(${codePattern})([^\\p{L}\\p{N}_-]*|([?&#]|%20).*)$`,
  "su",
);

const MAX_LENGTH = 320;

/**
 * The code, in lower case, that the author of a malformed one probably meant. The page offers it if it is active, and
 * applies it only when the visitor accepts.
 */
export function meantCode(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  return IN_ITS_SENTENCE.exec(text)?.[1]?.toLowerCase() ?? null;
}
