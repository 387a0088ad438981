// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Says where tickets' metadata is: in the answer itself, drawn on chain, or in a file outside it
/// @notice The same number gives the same answer for ever.
interface ITicketRenderer {
    /// @notice A ticket's metadata (ERC-721) with its picture.
    /// @param tokenId any number, sold or not
    /// @return a `data:application/json` URI if it is drawn on chain, else the URI of a JSON file
    /// @dev Never reverts.
    function tokenURI(uint256 tokenId) external view returns (string memory);

    /// @notice The collection's metadata (ERC-7572).
    /// @return a `data:application/json` URI if it is drawn on chain, else the URI of a JSON file
    /// @dev Never reverts.
    function contractURI() external view returns (string memory);
}
