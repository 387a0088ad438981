// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AffiliateId} from "../AffiliateId.sol";

/// @title Affiliate codes: a discount carried in a link, and a record of what each code sold
/// @notice A code is 3 to 32 characters of `a-z 0-9 _ -`. Only the owner registers codes, so names can't be squatted.
/// Codes are compared byte by byte and never truncated: callers convert them to lower case.
interface IAffiliates {
    /* EVENTS */

    /// @notice A code was registered, reactivated or deactivated. Emitted for each code, changed or not.
    /// @param affiliate keccak256 of the code, as in `ITicket.TicketsSold`
    /// @param code the code itself
    /// @param active whether it gives its discount from now on
    event AffiliateSet(AffiliateId indexed affiliate, string code, bool active);

    /* ERRORS */

    /// @notice The code is not registered, or was deactivated.
    /// @param code the code as given, not truncated
    error AffiliateNotActive(string code);

    /// @notice The code is not 3 to 32 characters of `a-z 0-9 _ -`.
    /// @param code the code as given, not truncated
    error InvalidAffiliateCode(string code);

    /* OWNER */

    /// @notice Registers, reactivates or deactivates codes. A deactivated code keeps its record. Owner only.
    /// @param codes each 3 to 32 characters of `a-z 0-9 _ -`; a code may stand in the list twice
    /// @param active true to register or reactivate, false to deactivate
    /// @dev About 32k gas a new code; send at most some 100 in one transaction (EIP-7825 caps a transaction's gas).
    /// Reverts with `OwnableUnauthorizedAccount`, or with `InvalidAffiliateCode` for the first malformed code: then none
    /// of the list is set.
    function setAffiliates(string[] calldata codes, bool active) external;

    /* VIEWS */

    /// @notice Whether `code` gives its discount now.
    /// @param code any text
    /// @return whether it is registered and active; false for unknown, deactivated and malformed codes
    /// @dev Never reverts.
    function isAffiliateActive(string calldata code) external view returns (bool);

    /// @notice The record of a code since its first registration.
    /// @param code any text; all is zero for one that was never registered
    /// @return active whether it gives its discount now
    /// @return purchases number of purchases
    /// @return tickets number of tickets in them
    /// @return paid sum paid for them, in wei
    /// @dev Never reverts.
    function affiliateSales(
        string calldata code
    ) external view returns (bool active, uint256 purchases, uint256 tickets, uint256 paid);
}
