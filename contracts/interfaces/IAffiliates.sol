// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Affiliate codes: a 5 % discount carried in a link, and a running account of what each code sold
/// @notice A code is 3 to 32 characters of `a-z 0-9 _ -`. Only the owner registers codes, so names can't be squatted.
/// Codes are compared byte by byte: callers lower-case what they are given.
interface IAffiliates {
    /// @notice A code was registered, reactivated or deactivated.
    /// @param affiliate keccak256 of the code, as in `ITicket.TicketsSold`
    event AffiliateSet(bytes32 indexed affiliate, string code, bool active);

    /// @notice The code is not registered, or was deactivated.
    error AffiliateNotActive(string code);

    /// @notice The code is not 3 to 32 characters of `a-z 0-9 _ -`.
    error InvalidAffiliateCode(string code);

    /// @notice Registers, reactivates (`active` true) or deactivates (false) codes. Owner only.
    /// @dev About 32k gas a new code; send at most some 100 in one transaction (EIP-7825 caps a transaction's gas).
    /// A deactivated code keeps its account. Reverts with `InvalidAffiliateCode` for the first malformed code.
    function setAffiliates(string[] calldata codes, bool active) external;

    /// @notice Whether `code` gives its discount now. False for unknown, deactivated and malformed codes.
    function isAffiliateActive(string calldata code) external view returns (bool);

    /// @notice The account of a code since its first registration.
    /// @return active whether it gives its discount now
    /// @return purchases number of purchases
    /// @return tickets number of tickets in them
    /// @return paid sum paid for them, in wei
    function affiliateSales(
        string calldata code
    ) external view returns (bool active, uint256 purchases, uint256 tickets, uint256 paid);
}
