// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Draws tickets
/// @notice Stateless: the same number gives the same answer for ever.
interface ITicketRenderer {
    /// @notice A ticket's metadata (ERC-721), its picture inside.
    /// @param tokenId any number, sold or not
    /// @return a `data:application/json` URI
    /// @dev Never reverts.
    function tokenURI(uint256 tokenId) external view returns (string memory);

    /// @notice The collection's metadata (ERC-7572).
    /// @return a `data:application/json` URI
    /// @dev Never reverts.
    function contractURI() external view returns (string memory);
}
