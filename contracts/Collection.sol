// SPDX-License-Identifier: MIT
// Generated from collection.ts by `npm run collection`: change it there.
pragma solidity 0.8.37;

/// @title What this collection is
library Collection {
    string internal constant NAME = "Hearth";
    string internal constant SYMBOL = "HEARTH";

    /// @dev Tickets in all.
    uint256 internal constant SIZE = 5000;
    /// @dev Tickets in one purchase, at most.
    uint256 internal constant MAX_PER_PURCHASE = 50;
    /// @dev What a buyer with an affiliate code pays, in percent of the full price.
    uint256 internal constant AFFILIATE_PRICE_PERCENT = 95;
    /// @dev Wei. The price of one ticket is a multiple of it.
    uint256 internal constant PRICE_STEP = 20000000000000;
    /// @dev Wei. The highest price of one ticket.
    uint256 internal constant MAX_PRICE = 1000000000000000000000;

    string internal constant DESCRIPTION =
        "5000 tickets, each to a home of its own. Picture and words are drawn by the contract itself, on chain.";
    /// @dev The part of a ticket's description before its number.
    string internal constant TICKET_DESCRIPTION_HEAD = "Ticket ";
    /// @dev The part of a ticket's description after its number.
    string internal constant TICKET_DESCRIPTION_TAIL =
        " of 5000, to a home of its own. Picture and words are drawn by the contract itself, on chain.";
}
