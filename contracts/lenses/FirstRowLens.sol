// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721A} from "erc721a/contracts/IERC721A.sol";
import {Lens} from "./Lens.sol";

/// @title Tells the metadata of two of an account's tickets
contract FirstRowLens is Lens {
    uint256 private constant _TICKETS = 2;
    /// @dev EIP-170. The metadata of a ticket with its picture has some 8,600 bytes.
    uint256 private constant _MOST_BYTES = 24_576;
    /// @dev Gas. `tokenURI` takes 4 million for a picture, and a returned byte costs 200.
    uint256 private constant _GAS_KEPT = 10_000_000;

    /// @dev Answers with the first tickets after `skipped` of the account's: each one's number, the length of what `tokenURI`
    /// returns for it, and that. It ends early before gas or room runs out.
    constructor(IERC721A ticket, address account, uint256 skipped) {
        bytes memory answer;
        uint256 sold = ticket.totalSupply();
        uint256 found = 0;
        for (
            uint256 id = 1;
            id <= sold && found < skipped + _TICKETS && gasleft() > _GAS_KEPT;
            ++id
        ) {
            if (ticket.ownerOf(id) != account || ++found <= skipped) continue;
            bytes memory metadata = abi.encode(ticket.tokenURI(id));
            if (answer.length + 64 + metadata.length > _MOST_BYTES) break;
            answer = bytes.concat(answer, abi.encode(id, metadata.length), metadata);
        }
        _answer(answer);
    }
}
