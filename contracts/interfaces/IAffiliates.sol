// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AffiliateId} from "../AffiliateId.sol";

/// @title Affiliate codes: a discount carried in a link, and a record of what each code sold
/// @notice A code is 3 to 32 characters of `a-z 0-9 _ -`. Only the owner registers codes, so nobody can squat names. The
/// contract compares codes byte by byte, so callers convert them to lower case.
interface IAffiliates {
    /* EVENTS */

    /// @notice The owner registered, reactivated or deactivated a code. Emitted for each code, even if nothing changed.
    /// @param affiliate keccak256 of the code, as in `ITicket.TicketsSold`
    /// @param code the code itself
    /// @param active whether the code gives the discount from now on
    event AffiliateSet(AffiliateId indexed affiliate, string code, bool active);

    /* ERRORS */

    /// @notice The code is unknown, deactivated, empty or not in lower case.
    /// @dev Check the link, or buy at the full price by `buyTicket`.
    /// @param code the code as given, not truncated
    error AffiliateNotActive(string code);

    /// @notice The code is not 3 to 32 characters of `a-z 0-9 _ -`. No code of the list was set.
    /// @dev Correct `code` and send the list again.
    /// @param code the code as given, not truncated
    error InvalidAffiliateCode(string code);

    /* OWNER */

    /// @notice Registers, reactivates or deactivates codes. A deactivated code keeps its record. Owner only.
    /// @param codes each 3 to 32 characters of `a-z 0-9 _ -`; a code may occur twice
    /// @param active true to register or reactivate, false to deactivate
    /// @dev A new code costs about 32k gas. Send at most 100 in one transaction, because EIP-7825 caps its gas. Reverts with
    /// `OwnableUnauthorizedAccount`, or with `InvalidAffiliateCode` for the first malformed code, and then sets none.
    function setAffiliates(string[] calldata codes, bool active) external;

    /* VIEWS */

    /// @notice Whether `code` gives the discount now.
    /// @param code any text
    /// @return true if the code is registered and active
    /// @dev Never reverts.
    function isAffiliateActive(string calldata code) external view returns (bool);

    /// @notice What a code has sold since its first registration.
    /// @param code any text; a code that was never registered has only zeros
    /// @return active whether the code gives the discount now
    /// @return purchases number of purchases
    /// @return tickets number of tickets in them
    /// @return paid wei that buyers paid for them
    /// @dev Never reverts.
    function affiliateSales(
        string calldata code
    ) external view returns (bool active, uint256 purchases, uint256 tickets, uint256 paid);
}
