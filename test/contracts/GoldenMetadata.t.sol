// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {TicketRenderer} from "../../contracts/TicketRenderer.sol";

/// @title Every byte that the renderer answers, as one hash
/// @dev A change to the art or its words fails here, even one that no other test can see. If the change is meant, look
/// at it (`npm run gallery`), then put the hash that the failure names in place of `GOLDEN`, in the same commit.
contract GoldenMetadataTest {
    bytes32 private constant GOLDEN =
        0xde2132b2a34ae1fb9010da1e562375b769e5fcf0b54d2368be6f473a38903384;
    uint256 private constant TICKETS = 5000;

    bytes32 private _digest;

    /// Not in the test itself: a test that fails runs again with every step recorded, and this is too long for that.
    function setUp() public {
        TicketRenderer renderer = new TicketRenderer();
        bytes32 digest = keccak256(bytes(renderer.contractURI()));
        for (uint256 tokenId = 1; tokenId <= TICKETS; ++tokenId) {
            digest = this.append(digest, renderer, tokenId);
        }
        _digest = digest;
    }

    function test_contractURIAndAll5000TokenURIsAreTheGoldenOnes() public view {
        require(
            _digest == GOLDEN,
            string.concat("The golden hash is now ", Strings.toHexString(uint256(_digest), 32))
        );
    }

    /// A call, so that the memory of one answer is given back before the next.
    function append(
        bytes32 digest,
        TicketRenderer renderer,
        uint256 tokenId
    ) external pure returns (bytes32) {
        return keccak256(bytes.concat(digest, keccak256(bytes(renderer.tokenURI(tokenId)))));
    }
}
