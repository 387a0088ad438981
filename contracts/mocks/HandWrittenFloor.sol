// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The least that a batch mint has to write: the first ticket's holder, a balance, an event per ticket
/// @dev Nothing is checked and nothing can be transferred: no mint that conforms to ERC-721 can cost less.
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
        // An `emit` costs 38 gas more per event.
        assembly ("memory-safe") {
            for {} xor(tokenId, end) {
                tokenId := add(tokenId, 1)
            } {
                log4(0, 0, transfer, 0, to, tokenId)
            }
        }
    }
}
