// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Lens} from "./Lens.sol";

/// @title The functions of Chainlink's `AggregatorV3Interface` that the lens calls
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

/// @title Reads the price of a coin in US dollars, with eight decimals
contract PriceFeedLens is Lens {
    /// @dev Gas limit of each call. A call usually takes 30,000.
    uint256 private constant _GAS = 200_000;
    /// @dev Oldest accepted price. Mainnet's feed is updated at least once an hour, and a rollup's more often.
    uint256 private constant _OLDEST = 3 hours;

    /// @dev Answers 0 if the price is old, not positive, or of another pair. Reverts if the feed reverts, or if `feed` is no
    /// price feed.
    /// @param name the pair's name in the feed, such as "ETH / USD"
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
