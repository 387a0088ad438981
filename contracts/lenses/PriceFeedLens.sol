// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Lens} from "./Lens.sol";

/// @title What the lens reads of Chainlink's `AggregatorV3Interface`
interface IPriceFeed {
    function latestRoundData()
        external
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        );

    function decimals() external view returns (uint8);

    function description() external view returns (string memory);
}

/// @title Tells the price of a coin in US dollars, with eight decimals, if it is certainly that
contract PriceFeedLens is Lens {
    /// @dev For each question: some 30,000 are usual.
    uint256 private constant _GAS = 200_000;
    /// @dev Mainnet's feed is updated every hour at least, a rollup's more often.
    uint256 private constant _OLDEST = 3 hours;

    /// @dev Answers with 0 for a price that is old, or of something else. Reverts if the feed does, or if it is none.
    /// @param name of the feed, as in "ETH / USD"
    constructor(IPriceFeed feed, bytes32 name) {
        (, int256 price, , uint256 updatedAt, ) = feed.latestRoundData{gas: _GAS}();
        bytes memory told = bytes(feed.description{gas: _GAS}());
        bool isCertain =
            feed.decimals{gas: _GAS}() == 8 &&
                told.length < 33 &&
                bytes32(told) == name &&
                price > 0 &&
                updatedAt <= block.timestamp &&
                block.timestamp - updatedAt <= _OLDEST;
        _answer(abi.encode(isCertain ? uint256(price) : 0));
    }
}
