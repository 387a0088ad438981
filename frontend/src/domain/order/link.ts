import { codePattern } from "../../../../collection.ts";

export type Affiliate =
  | { readonly kind: "none" }
  /** The code in lower case, as the contract stores it. Only the contract knows whether it is active. */
  | { readonly kind: "code"; readonly code: string }
  /**
   * A code that no owner can register. `shown` is short plain text, because it must not imitate the
   * page's own text.
   */
  | { readonly kind: "malformed"; readonly shown: string };

export interface MintLink {
  readonly affiliate: Affiliate;
  /** The code exactly as the link has it. */
  readonly written: string | null;
  readonly card: string | null;
}

const MAX_CARD_LENGTH = 40;
const MAX_SHOWN_CODE_LENGTH = 32;
/** Tests the original text, because lower-casing turns the Kelvin sign into a plain k. */
const VALID_CODE = /* @__PURE__ */ new RegExp(`^${codePattern}$`);

/**
 * Reads `a` and `card` (P-02). The first of repeated parameters counts.
 * @param hash may also contain parameters
 */
export function parseLink(search: string, hash = ""): MintLink {
  // Some programs leave `&` escaped as `&amp;`.
  const text = (search + hash.replace("#", "&")).replaceAll("&amp;", "&");
  const parameters = new URLSearchParams(text);
  const written = parameters.get("a");
  return {
    affiliate: parseAffiliate(written),
    written,
    card: parseCard(parameters.get("card")),
  };
}

export function codeOf(affiliate: Affiliate): string | null {
  return affiliate.kind === "code" ? affiliate.code : null;
}

/** Never turns a malformed code into another code. */
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
    // `DI` (default ignorable) matches invisible Hangul letters. `Me` matches rings and boxes
    // around a letter.
    .replaceAll(/[^\p{L}\p{N}\p{M} /-]|\p{DI}|\p{Me}/gu, "")
    // Removes combining marks without a letter, and more than three on one letter, because no
    // script needs more.
    .replaceAll(/(^|[ /-]|\p{M}{3})\p{M}+/gu, "$1")
    .replaceAll(/[ /]+/g, " ")
    .trim();
  const bounded = Array.from(plain).slice(0, MAX_CARD_LENGTH).join("").trim();
  return bounded === "" ? null : bounded;
}
