// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev An affiliate's key in storage and events: keccak256 of its code, or zero for a purchase without a code.
type AffiliateId is bytes32;

function affiliateIdOf(string calldata code) pure returns (AffiliateId) {
    return AffiliateId.wrap(keccak256(bytes(code)));
}
