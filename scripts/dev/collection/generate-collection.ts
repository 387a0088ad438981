import { type AnyCollection, faultsOf } from "./check-collection.ts";

export const COLLECTION_LIBRARY = "contracts/Collection.sol";

/** Prettier's limit. */
const LINE_WIDTH = 100;

export function generateCollection(collection: AnyCollection): string {
  const faults = faultsOf(collection);
  if (faults.length > 0)
    throw new Error(faults.map((fault) => `collection.ts: ${fault}`).join("\n"));

  const { size, maxPerPurchase, discountPercent, priceStep, maxPrice } = collection;
  const [head = "", tail = ""] = collection.ticketDescription.split("{number}");
  return `// SPDX-License-Identifier: MIT
// Generated from collection.ts by \`npm run collection\`: change it there.
pragma solidity 0.8.37;

/// @title What this collection is
library Collection {
    ${text("NAME", collection.name)}
    ${text("SYMBOL", collection.symbol)}

    /// @dev Tickets in all.
    uint256 internal constant SIZE = ${size};
    /// @dev Tickets in one purchase, at most.
    uint256 internal constant MAX_PER_PURCHASE = ${maxPerPurchase};
    /// @dev What a buyer with an affiliate code pays, in percent of the full price.
    uint256 internal constant AFFILIATE_PRICE_PERCENT = ${100 - discountPercent};
    /// @dev Wei. The price of one ticket is a multiple of it.
    uint256 internal constant PRICE_STEP = ${priceStep};
    /// @dev Wei. The highest price of one ticket.
    uint256 internal constant MAX_PRICE = ${maxPrice};

    ${text("DESCRIPTION", collection.description)}
    /// @dev The part of a ticket's description before its number.
    ${text("TICKET_DESCRIPTION_HEAD", head)}
    /// @dev The part of a ticket's description after its number.
    ${text("TICKET_DESCRIPTION_TAIL", tail)}
}
`;
}

function text(name: string, value: string): string {
  // A plain Solidity literal allows only ASCII.
  const literal = /^[ -~]*$/.test(value) ? `"${value}"` : `unicode"${value}"`;
  const head = `string internal constant ${name} =`;
  const fits = `    ${head} ${literal};`.length <= LINE_WIDTH;
  return `${head}${fits ? " " : "\n        "}${literal};`;
}
