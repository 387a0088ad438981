// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Accepts every ticket, and emits the arguments of ERC-721's hook
contract RecordingReceiver {
    event Received(address operator, address from, uint256 tokenId, bytes data);

    function onERC721Received(
        address operator,
        address from,
        uint256 tokenId,
        bytes calldata data
    ) external returns (bytes4) {
        emit Received(operator, from, tokenId, data);
        return this.onERC721Received.selector;
    }
}
