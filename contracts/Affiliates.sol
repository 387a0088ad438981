// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IAffiliates} from "./interfaces/IAffiliates.sol";

/// @title The affiliates of a sale
/// @dev Part of `Ticket`, not a deployment of its own: a call to a separate registry costs 3.6k to 5.7k gas a purchase.
abstract contract Affiliates is IAffiliates, Ownable2Step {
    /// @dev One slot. `paid` is at most 5000 tickets at 1000 ether, below 2^83; `tickets` and `purchases` at most 5000.
    struct Affiliate {
        bool active;
        uint32 purchases;
        uint32 tickets;
        uint128 paid;
    }

    uint256 private constant _MIN_CODE_LENGTH = 3;
    uint256 private constant _MAX_CODE_LENGTH = 32;

    mapping(bytes32 affiliate => Affiliate) private _affiliates;

    /// @inheritdoc IAffiliates
    function setAffiliates(string[] calldata codes, bool active) external onlyOwner {
        for (uint256 i = 0; i < codes.length; ++i) {
            string calldata code = codes[i];
            if (!_isValidCode(bytes(code))) revert InvalidAffiliateCode(code);

            bytes32 affiliate = keccak256(bytes(code));
            _affiliates[affiliate].active = active;
            emit AffiliateSet(affiliate, code, active);
        }
    }

    /// @inheritdoc IAffiliates
    function isAffiliateActive(string calldata code) external view returns (bool) {
        return _affiliates[keccak256(bytes(code))].active;
    }

    /// @inheritdoc IAffiliates
    function affiliateSales(
        string calldata code
    ) external view returns (bool active, uint256 purchases, uint256 tickets, uint256 paid) {
        Affiliate storage account = _affiliates[keccak256(bytes(code))];
        return (account.active, account.purchases, account.tickets, account.paid);
    }

    /// @dev Checks that `code` is active and adds a purchase to its account.
    /// Warning: the caller must make sure that `quantity` and `paid` are what is really sold, or revert.
    function _recordAffiliateSale(
        string calldata code,
        uint256 quantity,
        uint256 paid
    ) internal returns (bytes32 affiliate) {
        affiliate = keccak256(bytes(code));
        Affiliate storage account = _affiliates[affiliate];
        if (!account.active) revert AffiliateNotActive(code);

        // Nothing overflows: all sales together are at most 5000 purchases, 5000 tickets and 2^83 wei. Checking it
        // again would cost a buyer 295 gas.
        unchecked {
            account.purchases += 1;
            account.tickets += uint32(quantity);
            account.paid += uint128(paid);
        }
    }

    function _isValidCode(bytes calldata code) private pure returns (bool) {
        if (code.length < _MIN_CODE_LENGTH || code.length > _MAX_CODE_LENGTH) return false;
        for (uint256 i = 0; i < code.length; ++i) {
            bytes1 char = code[i];
            bool allowed =
                (char >= "a" && char <= "z") ||
                    (char >= "0" && char <= "9") ||
                    char == "_" ||
                    char == "-";
            if (!allowed) return false;
        }
        return true;
    }
}
