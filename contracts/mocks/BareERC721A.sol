// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721A} from "erc721a/contracts/ERC721A.sol";

/// @title ERC721A's `_mint` and nothing else: what the sale's own features cost is measured against it
contract BareERC721A is ERC721A {
    constructor() ERC721A("Bare", "BARE") {}

    function mint(address to, uint256 quantity) external payable {
        _mint(to, quantity);
    }
}
