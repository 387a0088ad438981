// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {AffiliateId, affiliateIdOf} from "./AffiliateId.sol";
import {IAffiliates} from "./interfaces/IAffiliates.sol";

/// @title The affiliates of a sale
/// @dev `Ticket` inherits it, because a call to a separate registry would cost a purchase 3.6k to 5.7k gas.
abstract contract Affiliates is IAffiliates, Ownable2Step {
    /* TYPES */

    /// @dev One slot. `tickets` and `purchases` are at most `Collection.SIZE`, below 2^32. `paid` is at most `SIZE` times
    /// `MAX_PRICE`, below 2^128. `npm run collection` refuses other numbers.
    struct Record {
        bool active;
        uint32 purchases;
        uint32 tickets;
        uint128 paid;
    }

    /* CONSTANTS */

    uint256 private constant _MIN_CODE_LENGTH = 3;
    uint256 private constant _MAX_CODE_LENGTH = 32;

    /* STORAGE */

    mapping(AffiliateId affiliate => Record) private _records;

    /* OWNER */

    /// @inheritdoc IAffiliates
    function setAffiliates(string[] calldata codes, bool active) external onlyOwner {
        for (uint256 i = 0; i < codes.length; ++i) {
            string calldata code = codes[i];
            if (!_isValidCode(bytes(code))) revert InvalidAffiliateCode(code);

            AffiliateId affiliate = affiliateIdOf(code);
            _records[affiliate].active = active;
            emit AffiliateSet(affiliate, code, active);
        }
    }

    /* VIEWS */

    /// @inheritdoc IAffiliates
    function isAffiliateActive(string calldata code) external view returns (bool) {
        return _isActive(affiliateIdOf(code));
    }

    /// @inheritdoc IAffiliates
    function affiliateSales(
        string calldata code
    ) external view returns (bool active, uint256 purchases, uint256 tickets, uint256 paid) {
        Record storage record = _records[affiliateIdOf(code)];
        return (record.active, record.purchases, record.tickets, record.paid);
    }

    /* FOR THE SALE */

    /// @dev Adds a purchase of `quantity` tickets for `paid` wei to the affiliate's record.
    /// Warning: it checks nothing. The caller checks that the affiliate is active, and mints the tickets.
    function _recordSale(AffiliateId affiliate, uint256 quantity, uint256 paid) internal {
        Record storage record = _records[affiliate];
        // Even all purchases together fit (see `Record`), so casts and sums lose nothing. Checked arithmetic costs 1,375 gas
        // more.
        unchecked {
            record.purchases += 1;
            record.tickets += uint32(quantity);
            record.paid += uint128(paid);
        }
    }

    function _isActive(AffiliateId affiliate) internal view returns (bool) {
        return _records[affiliate].active;
    }

    /* CODES */

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
