// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bytes} from "@openzeppelin/contracts/utils/Bytes.sol";

/// @title Lists in one string, such as "oak,birch,pine"
/// @dev A string takes a third of the bytecode of an array.
/// A comma separates the items of a list. A semicolon separates the items of a list inside a list.
library List {
    /// @dev Number of items.
    function count(string memory list) internal pure returns (uint256) {
        return count(list, ",");
    }

    /// @dev Number of items between these separators.
    function count(string memory list, bytes1 separator) internal pure returns (uint256 items) {
        bytes memory text = bytes(list);
        items = 1;
        for (uint256 i = 0; i < text.length; ++i) {
            if (text[i] == separator) ++items;
        }
    }

    /// @dev The item at `index`, from 0.
    function item(string memory list, uint256 index) internal pure returns (string memory) {
        return item(list, index, ",");
    }

    /// @dev The item at `index`, from 0, with this separator.
    function item(
        string memory list,
        uint256 index,
        bytes1 separator
    ) internal pure returns (string memory) {
        bytes memory text = bytes(list);
        uint256 start = 0;
        for (uint256 skipped = 0; skipped < index; ++skipped) {
            start = end(text, start, separator) + 1;
        }
        return slice(text, start, end(text, start, separator));
    }

    /// @dev The index of the next `separator` from `start`, or the text's length if there is none.
    function end(
        bytes memory text,
        uint256 start,
        bytes1 separator
    ) internal pure returns (uint256 index) {
        index = Bytes.indexOf(text, separator, start);
        if (index == type(uint256).max) index = text.length;
    }

    /// @dev The characters from `start` up to, not including, `stop`.
    function slice(
        bytes memory text,
        uint256 start,
        uint256 stop
    ) internal pure returns (string memory) {
        return string(Bytes.slice(text, start, stop));
    }
}
