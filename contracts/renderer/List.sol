// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bytes} from "@openzeppelin/contracts/utils/Bytes.sol";

/// @title Lists written as one string, "oak,birch,pine": readable in the source, and a third of an array's bytecode
library List {
    bytes1 private constant _SEPARATOR = ",";

    /// @dev How many items `list` has.
    function count(string memory list) internal pure returns (uint256 items) {
        bytes memory text = bytes(list);
        items = 1;
        for (uint256 i = 0; i < text.length; ++i) {
            if (text[i] == _SEPARATOR) ++items;
        }
    }

    /// @dev The item at `index`, from 0.
    function item(string memory list, uint256 index) internal pure returns (string memory) {
        bytes memory text = bytes(list);
        uint256 start = 0;
        for (uint256 skipped = 0; skipped < index; ++skipped) {
            start = end(text, start, _SEPARATOR) + 1;
        }
        return slice(text, start, end(text, start, _SEPARATOR));
    }

    /// @dev Where the part that starts at `start` ends: at the next `separator`, or with the text.
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
