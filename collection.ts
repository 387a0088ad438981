/**
 * The page, the share card, the tasks and the tests import this file. After a change, run `npm run
 * collection`, which generates `contracts/Collection.sol` (docs/customise.md).
 */

export const name = "Hearth";
export const symbol = "HEARTH";
/** The noun of the order's summary, "you will buy 2 x Garden NFT" (P-07). */
export const noun = "NFT";
/** The page formats numbers and dates for this language (BCP 47). Its sentences are in `frontend/src/domain`. */
export const language = "en-GB";

export const size = 5000;
/** The most tickets per purchase (P-06). */
export const maxPerPurchase = 50;
/** An affiliate code's discount in percent (C-03). */
export const discountPercent = 5;
/** The page shows the number of sold tickets only if it exceeds this number (P-04). */
export const progressShownAbove = 500;
/**
 * Wei. Every price is a multiple of it. `priceStep * (100 - discountPercent)` must be a multiple of
 * 10^14, because the page shows six decimals and both prices must be exact.
 */
export const priceStep = 20_000_000_000_000n;
/**
 * A regular expression for codes, which are registered in lower case. The contract has its own
 * check; `affiliates.test.ts` compares the two.
 */
export const codePattern = "[A-Za-z0-9_-]{3,32}";
/** Wei. A limit against typing errors. */
export const maxPrice = 1_000_000_000_000_000_000_000n;

/** `size` with thousands separators. */
const count = /* @__PURE__ */ size.toLocaleString(language);

/** The text of share cards, search results and the wallet's connect request. */
export const summary = `${count} homes on chain`;
/** The line below the page's heading. */
export const tagline = `${count} homes, each one a ticket with its own number on the door. Drawn on chain, so you can see each one before you buy.`;
/** The line below the title of a shared link. */
export const invitation = "Mint a ticket: each one is a home with its own number on the door.";
/** The lines beside the share card's picture. */
export const shareCardLines = [
  `${count} homes on chain,`,
  "each with its own",
  "number on the door.",
];
/** Alternative text of the share card's picture. */
export const pictureInWords = "A street of four houses and a tree in the sun";

/** The collection's description in its metadata (ERC-7572), which marketplaces show. */
export const description = `${size} tickets, each to a home of its own. Picture and words are drawn by the contract itself, on chain.`;
/** A ticket's description in its metadata (ERC-721). The contract replaces `{number}`. */
export const ticketDescription = `Ticket {number} of ${size}, to a home of its own. Picture and words are drawn by the contract itself, on chain.`;
