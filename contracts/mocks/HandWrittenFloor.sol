// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The least that can be written for tickets in a batch: who holds the first, a balance, an event each
/// @dev Nothing is checked, nothing can be transferred: no mint that keeps ERC-721's promises can cost less.
contract HandWrittenFloor {
    uint256 private _next = 1;
    mapping(uint256 firstTokenId => address) private _holders;
    mapping(address holder => uint256) private _balances;

    function mint(address to, uint256 quantity) external payable {
        uint256 tokenId = _next;
        uint256 end = tokenId + quantity;
        _holders[tokenId] = to;
        _next = end;
        unchecked {
            _balances[to] += quantity;
        }
        bytes32 transfer = keccak256("Transfer(address,address,uint256)");
        // The compiler's own event costs 38 gas more, each.
        assembly ("memory-safe") {
            for {} xor(tokenId, end) {
                tokenId := add(tokenId, 1)
            } {
                log4(0, 0, transfer, 0, to, tokenId)
            }
        }
    }
}
