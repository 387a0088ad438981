/**
 * Page, share card, tasks and tests import this (`import * as collection from "…/collection.ts"`);
 * `contracts/Collection.sol` is generated from it. After a change run `npm run collection`: see
 * docs/customise.md.
 */

/** The token's name (ERC-721), the page's heading and title. */
export const name = "Hearth";
export const symbol = "HEARTH";
/** The noun of the order's summary, "you will buy 2 x Garden NFT" (P-07). */
export const noun = "NFT";

/** Total tickets (C-07). */
export const size = 5000;
/** The most tickets per purchase (P-06). */
export const maxPerPurchase = 50;
/** An affiliate code's discount in percent (C-03). */
export const discountPercent = 5;
/** The page shows the number sold above this (P-04); with 0, from the first ticket on. */
export const progressShownAbove = 500;
/**
 * Wei. Prices are multiples of it. `priceStep * (100 - discountPercent)` is a multiple of 10^14,
 * because both prices must be exact at the six decimals shown.
 */
export const priceStep = 20_000_000_000_000n;
/**
 * A regular expression; codes are registered in lower case. The contract has its own check, which
 * `affiliates.test.ts` compares.
 */
export const codePattern = "[A-Za-z0-9_-]{3,32}";
/** Wei. A guard against typing errors. */
export const maxPrice = 1_000_000_000_000_000_000_000n;

/** `size` with separators. */
const count = /* @__PURE__ */ size.toLocaleString("en-US");

/** For share cards, search results and the wallet's connect request. */
export const summary = `${count} homes on chain`;
/** Under the page's heading. */
export const tagline = `${count} homes, each one a ticket with its own number on the door. Drawn on chain, so you can see each one before you buy.`;
/** Under the title of a shared link. */
export const invitation = "Mint a ticket: each one is a home with its own number on the door.";
/** Beside the share card's picture, one line each. */
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
