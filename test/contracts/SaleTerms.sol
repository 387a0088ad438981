// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../contracts/Collection.sol";

/// @title The collection's terms for the Solidity tests
library SaleTerms {
    uint256 internal constant MAX_SUPPLY = Collection.SIZE;
    uint256 internal constant MAX_PER_PURCHASE = Collection.MAX_PER_PURCHASE;
    /// @dev Wei. A valid price is a multiple of it.
    uint256 internal constant PRICE_STEP = Collection.PRICE_STEP;
    /// @dev Number of valid prices.
    uint256 internal constant PRICES = Collection.MAX_PRICE / Collection.PRICE_STEP;
    /// @dev Wei for one ticket by default: 0.05 ether at a step of 0.00002.
    uint256 internal constant PRICE = PRICE_STEP * 2500;

    /// @dev Wei that a buyer with a code pays for tickets that cost `price` wei. The contract divides last, but both results
    /// are exact.
    function discounted(uint256 price) internal pure returns (uint256) {
        return (price / 100) * Collection.AFFILIATE_PRICE_PERCENT;
    }

    /// @dev Wei of the full price, if a buyer with a code pays `price`.
    function undiscounted(uint256 price) internal pure returns (uint256) {
        return (price * 100) / Collection.AFFILIATE_PRICE_PERCENT;
    }

    /// @dev Tickets that a test sells before the end of the sale: all except `remaining`, or half of a small collection.
    function soldAtStart(uint256 remaining) internal pure returns (uint256) {
        return MAX_SUPPLY > 2 * remaining ? MAX_SUPPLY - remaining : MAX_SUPPLY / 2;
    }
}
