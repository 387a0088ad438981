// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../contracts/Collection.sol";

/// @title What the Solidity tests take from the collection, and what follows from it
library SaleTerms {
    uint256 internal constant MAX_SUPPLY = Collection.SIZE;
    uint256 internal constant MAX_PER_PURCHASE = Collection.MAX_PER_PURCHASE;
    /// @dev Wei. Every valid price is a multiple of it.
    uint256 internal constant PRICE_STEP = Collection.PRICE_STEP;
    /// @dev How many valid prices there are.
    uint256 internal constant PRICES = Collection.MAX_PRICE / Collection.PRICE_STEP;
    /// @dev Wei for one ticket where a test needs no other: 0.05 ether at a step of 0.00002.
    uint256 internal constant PRICE = PRICE_STEP * 2500;

    /// @dev Wei, what a buyer with an affiliate code pays for tickets of `price` wei together. Divides first, where the
    /// contract divides last: both are exact.
    function discounted(uint256 price) internal pure returns (uint256) {
        return (price / 100) * Collection.AFFILIATE_PRICE_PERCENT;
    }

    /// @dev Wei, the full price of what a buyer with an affiliate code pays `price` wei for.
    function undiscounted(uint256 price) internal pure returns (uint256) {
        return (price * 100) / Collection.AFFILIATE_PRICE_PERCENT;
    }

    /// @dev Tickets that a test sells before it looks at the end of the sale: all but `remaining`, or half of a collection
    /// in which that many would be most.
    function soldAtStart(uint256 remaining) internal pure returns (uint256) {
        return MAX_SUPPLY > 2 * remaining ? MAX_SUPPLY - remaining : MAX_SUPPLY / 2;
    }
}
