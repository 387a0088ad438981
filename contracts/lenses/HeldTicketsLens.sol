// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721A} from "erc721a/contracts/IERC721A.sol";
import {Lens} from "./Lens.sol";

/// @title Tells which of 1,024 numbers are an account's tickets
/// @dev Some 8 million gas, a sixth of what endpoints allow a call by default.
contract HeldTicketsLens is Lens {
    uint256 private constant _NUMBERS = 1024;
    uint256 private constant _WORDS = 1 + _NUMBERS / 256;

    /// @dev Answers with the account's balance, and a bit for each number from `first` on, the lowest one first in each word.
    constructor(IERC721A ticket, address account, uint256 first) {
        uint256[_WORDS] memory words;
        words[0] = ticket.balanceOf(account);
        uint256 sold = ticket.totalSupply();
        for (uint256 i = 0; i < _NUMBERS && first + i <= sold; ++i) {
            if (ticket.ownerOf(first + i) == account) words[1 + i / 256] |= 1 << (i % 256);
        }
        _answer(abi.encode(words));
    }
}
