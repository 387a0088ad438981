// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title The usual way to mint: OpenZeppelin's ERC721 in a loop. The benches compare the sale with it.
contract OpenZeppelinLoop is ERC721 {
    uint256 private _lastTokenId;

    constructor() ERC721("Loop", "LOOP") {}

    function mint(address to, uint256 quantity) external payable {
        uint256 tokenId = _lastTokenId;
        for (uint256 i = 0; i < quantity; ++i) _mint(to, ++tokenId);
        _lastTokenId = tokenId;
    }
}
