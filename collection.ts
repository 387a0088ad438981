/**
 * What this collection is: its name, its numbers and its words. Page, share card, contracts
 * (`contracts/Collection.sol` is generated from it), tasks and tests read it here; read it as
 * `import * as collection from "…/collection.ts"`. After a change run `npm run collection`: see docs/customise.md.
 */

/** The token's name (ERC-721), the page's heading and title. */
export const name = "Hearth";
/** The token's symbol (ERC-721). */
export const symbol = "HEARTH";
/** The noun of the order's summary, "you will buy 2 x Garden NFT" (P-07). */
export const noun = "NFT";

/** Tickets in all (C-07). */
export const size = 5000;
/** Tickets in one purchase, at most (P-06). */
export const maxPerPurchase = 50;
/** What an affiliate code takes off the price, in percent (C-03). */
export const discountPercent = 5;
/** The page shows how many are sold if they are more than this (P-04): with 0, from the first ticket on. */
export const progressShownAbove = 500;
/**
 * Wei. The price of one ticket is a multiple of it, so that the full and the discounted price are exact at the six
 * decimals shown: `priceStep * (100 - discountPercent)` is a multiple of 10^14.
 */
export const priceStep = 20_000_000_000_000n;
/**
 * A regular expression's source: an affiliate code as people may write it. It is registered in lower case. Page and tasks
 * read it here. The contract has a check of its own, which `affiliates.test.ts` compares with this.
 */
export const codePattern = "[A-Za-z0-9_-]{3,32}";
/** Wei. The highest price of one ticket that the contract takes: a guard against a slip of the keyboard. */
export const maxPrice = 1_000_000_000_000_000_000_000n;

/** `size` as it is written in words. */
const count = /* @__PURE__ */ size.toLocaleString("en-US");

/** What it is in a few words: share cards, search results, the wallet's request to connect. */
export const summary = `${count} homes on chain`;
/** Under the page's heading. */
export const tagline = `${count} homes, each one a ticket with its own number on the door. Drawn on chain, so you can see each one before you buy.`;
/** Under the title where the page is shared. */
export const invitation = "Mint a ticket: each one is a home with its own number on the door.";
/** Beside the picture of the share card, a line each. */
export const shareCardLines = [
  `${count} homes on chain,`,
  "each with its own",
  "number on the door.",
];
/** Alternative text of the share card's picture. */
export const pictureInWords = "A street of four houses and a tree in the sun";

/** The collection's description in its metadata (ERC-7572), shown by marketplaces. */
export const description = `${size} tickets, each to a home of its own. Picture and words are drawn by the contract itself, on chain.`;
/** A ticket's description in its metadata (ERC-721). `{number}` stands for the ticket's number. */
export const ticketDescription = `Ticket {number} of ${size}, to a home of its own. Picture and words are drawn by the contract itself, on chain.`;
