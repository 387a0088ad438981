/** The affiliate code of a link, as it came and as it may be shown. */
export interface LinkedAffiliate {
  /** The code to ask the contract about, lower-cased; `null` when it is malformed and so can't be registered. */
  readonly code: string | null;
  /** Bounded plain text: nobody's link writes our page's words. */
  readonly shown: string;
}

export interface MintLink {
  readonly affiliate: LinkedAffiliate | null;
  /** The label in the order summary. */
  readonly card: string | null;
}

const MAX_CARD_LENGTH = 40;
const MAX_SHOWN_CODE_LENGTH = 32;
/** Of the code as it was written: lower-casing makes a plain k of the Kelvin sign. */
const VALID_CODE = /^[A-Za-z0-9_-]{3,32}$/;

/** Reads `a` and `card` (spec section 2) from a URL's query. Of a repeated parameter the first counts. */
export function parseLink(search: string): MintLink {
  const parameters = new URLSearchParams(search);
  return {
    affiliate: parseAffiliate(parameters.get("a")),
    card: parseCard(parameters.get("card")),
  };
}

/** A malformed code is never cut or cleaned into another code: it stays, and is inactive. */
function parseAffiliate(text: string | null): LinkedAffiliate | null {
  if (text === null || text === "") return null;
  if (VALID_CODE.test(text)) {
    const code = text.toLowerCase();
    return { code, shown: code };
  }

  const plain = text.slice(0, 10 * MAX_SHOWN_CODE_LENGTH).replaceAll(/[^A-Za-z0-9_-]/g, "");
  const bounded = plain.slice(0, MAX_SHOWN_CODE_LENGTH);
  return { code: null, shown: bounded === "" ? "(unreadable)" : `${bounded}…` };
}

function parseCard(text: string | null): string | null {
  if (text === null) return null;
  const plain = text
    .slice(0, 10 * MAX_CARD_LENGTH)
    .normalize("NFC")
    // DI (default ignorable): the fillers of Hangul are letters that nobody sees.
    .replaceAll(/[^\p{L}\p{N} -]|\p{DI}/gu, "")
    .replaceAll(/ +/g, " ")
    .trim();
  const bounded = Array.from(plain).slice(0, MAX_CARD_LENGTH).join("").trim();
  return bounded === "" ? null : bounded;
}
