// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "solady/src/tokens/ERC721.sol";

/// @title Mints ticket by ticket with Solady's ERC721, the cheapest such loop. The benchmark compares the sale with it
contract SoladyLoop is ERC721 {
    uint256 private _lastTokenId;

    function mint(address to, uint256 quantity) external payable {
        uint256 tokenId = _lastTokenId;
        for (uint256 i = 0; i < quantity; ++i) _mint(to, ++tokenId);
        _lastTokenId = tokenId;
    }

    function name() public pure override returns (string memory) {
        return "Loop";
    }

    function symbol() public pure override returns (string memory) {
        return "LOOP";
    }

    function tokenURI(uint256) public pure override returns (string memory) {
        return "";
    }
}
