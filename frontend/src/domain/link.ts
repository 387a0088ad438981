/** The affiliate code of a link. */
export type Affiliate =
  | { readonly kind: "none" }
  /** Lower-cased, as the contract has it. Whether it is active, only the contract knows. */
  | { readonly kind: "code"; readonly code: string }
  /** It can't be registered. `shown` is bounded plain text: a link does not write the page's words. */
  | { readonly kind: "malformed"; readonly shown: string };

export interface MintLink {
  readonly affiliate: Affiliate;
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

/** The code to ask the contract about, or `null`. */
export function codeOf(affiliate: Affiliate): string | null {
  return affiliate.kind === "code" ? affiliate.code : null;
}

/** The page's own address with an affiliate's code, and nothing else of the address that it was opened at. */
export function linkTo(page: string, affiliateCode: string | null): string {
  const url = new URL(page);
  url.search = affiliateCode === null ? "" : `?${new URLSearchParams({ a: affiliateCode })}`;
  url.hash = "";
  return url.href;
}

/** A malformed code is never cut or cleaned into another code: it stays, and is inactive. */
function parseAffiliate(text: string | null): Affiliate {
  if (text === null || text === "") return { kind: "none" };
  if (VALID_CODE.test(text)) return { kind: "code", code: text.toLowerCase() };

  const plain = text.slice(0, 10 * MAX_SHOWN_CODE_LENGTH).replaceAll(/[^A-Za-z0-9_-]/g, "");
  const bounded = plain.slice(0, MAX_SHOWN_CODE_LENGTH);
  return { kind: "malformed", shown: bounded === "" ? "(unreadable)" : `${bounded}…` };
}

function parseCard(text: string | null): string | null {
  if (text === null) return null;
  const plain = text
    .slice(0, 10 * MAX_CARD_LENGTH)
    .normalize("NFC")
    // DI (default ignorable): the fillers of Hangul are invisible letters.
    .replaceAll(/[^\p{L}\p{N} -]|\p{DI}/gu, "")
    .replaceAll(/ +/g, " ")
    .trim();
  const bounded = Array.from(plain).slice(0, MAX_CARD_LENGTH).join("").trim();
  return bounded === "" ? null : bounded;
}
