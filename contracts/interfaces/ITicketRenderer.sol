// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Returns tickets' metadata: the metadata itself, drawn on chain, or the address of a file
/// @notice A number's answer never changes.
interface ITicketRenderer {
    /// @notice A ticket's metadata (ERC-721) with its picture.
    /// @param tokenId any number, sold or not
    /// @return a `data:application/json` URI for pictures on chain, or else the URI of a JSON file
    /// @dev Never reverts.
    function tokenURI(uint256 tokenId) external view returns (string memory);

    /// @notice The collection's metadata (ERC-7572).
    /// @return a `data:application/json` URI for pictures on chain, or else the URI of a JSON file
    /// @dev Never reverts.
    function contractURI() external view returns (string memory);
}
