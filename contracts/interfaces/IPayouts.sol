// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AffiliateId} from "../AffiliateId.sol";

/// @notice The terms of the payouts. The constructor takes them by name, because two addresses by position are easily
/// swapped.
struct PayoutConfig {
    /// Account that names the payees and may take the balance back. Not zero.
    address owner;
    /// The `Ticket` whose sales earn the commission.
    address ticket;
    /// Commission in basis points of what buyers with a code paid, at most 5000.
    uint96 commissionBps;
}

/// @title The affiliates' commission: what each code has earned, what it was paid, and what is due
/// @notice A code is due what it has earned, less what this contract has paid for it. So nobody can have a commission paid
/// twice, and anyone may call `payOut`. All sums are in wei. The commission is fixed at the deployment.
/// Warning: the balance is the owner's until it is paid out. The owner can withdraw it at any time, and can name another
/// payee. A withdrawal does not change what is due.
interface IPayouts {
    /* EVENTS */

    /// @notice The owner named or removed a code's payee. Emitted for each code, even if nothing changed.
    /// @param affiliate keccak256 of the code, as in `ITicket.TicketsSold`
    /// @param code the code itself
    /// @param payee account that gets the code's commission from now on; zero for none
    event PayeeSet(AffiliateId indexed affiliate, string code, address indexed payee);

    /// @notice The contract paid a code all that was due.
    /// @param affiliate keccak256 of the code
    /// @param payee account that received it
    /// @param amount wei
    event PaidOut(AffiliateId indexed affiliate, address indexed payee, uint256 amount);

    /// @notice The contract did not pay a code, because it has no payee, or because the payee refused or needed more than
    /// 100000 gas. The amount is still due.
    /// @param affiliate keccak256 of the code
    /// @param payee account that refused; zero if the code has none
    /// @param amount wei that stay due
    event PayoutRejected(AffiliateId indexed affiliate, address indexed payee, uint256 amount);

    /// @notice An account paid in.
    /// @param from account that paid
    /// @param amount wei
    event Funded(address indexed from, uint256 amount);

    /// @notice The owner withdrew a part of the balance.
    /// @param to account that received it
    /// @param amount wei
    event Withdrawn(address indexed to, uint256 amount);

    /* ERRORS */

    /// @notice The balance is too low. Nothing was sent.
    /// @dev Pay in `needed` less `balance`, or name fewer codes.
    /// @param balance wei held
    /// @param needed wei to be sent
    error InsufficientBalance(uint256 balance, uint256 needed);

    /// @notice Too little gas is left to give the next payee its 100000. Nothing was sent.
    /// @dev Send more gas (an estimate is enough), or name fewer codes.
    /// @param left gas before the next payee's call
    /// @param needed gas that the call needs
    error InsufficientGas(uint256 left, uint256 needed);

    /// @notice The commission is above 5000 basis points.
    /// @dev Ask for at most 5000, which is 50 %.
    /// @param bps basis points asked for
    error InvalidCommission(uint96 bps);

    /// @notice The lists differ in length. No payee was set.
    /// @dev Pass one payee for each code.
    /// @param codes number of codes
    /// @param payees number of payees
    error LengthMismatch(uint256 codes, uint256 payees);

    /// @notice The receiver refused the withdrawal, or is the zero address. The contract still holds the amount.
    /// @dev Name another receiver.
    /// @param to the receiver
    /// @param amount wei
    error WithdrawFailed(address to, uint256 amount);

    /// @notice The owner can't renounce, because without an owner nobody could name payees or withdraw the balance.
    /// @dev Hand the ownership over by `transferOwnership` instead.
    error RenounceDisabled();

    /* OWNER */

    /// @notice Names the payees of codes. Owner only.
    /// @param codes any texts. A code that the ticket does not know earns nothing. If a code occurs twice, the last counts.
    /// @param payees one for each code; zero removes a code's payee
    /// @dev Reverts with `OwnableUnauthorizedAccount` or `LengthMismatch`. A new payee costs about 27k gas. Send at most 100
    /// in one transaction, because EIP-7825 caps its gas.
    /// Warning: the contract does not check payees. The new payee gets everything that is due, also for earlier sales. Correct
    /// a payee before you fund the contract, because anyone can pay out.
    function setPayees(string[] calldata codes, address[] calldata payees) external;

    /// @notice Withdraws a part of the balance, or all. Owner only.
    /// @param to the receiver. The contract calls it last, with all remaining gas.
    /// @param amount wei
    /// @dev Reverts with `OwnableUnauthorizedAccount`, `InsufficientBalance`, with `WithdrawFailed` if `to` is zero or
    /// refuses, or with OpenZeppelin's `ReentrancyGuardReentrantCall` while a payee is called.
    function withdraw(address payable to, uint256 amount) external;

    /* ANYONE */

    /// @notice Pays all that is due to each code's payee. Anyone may call it.
    /// @param codes any texts, in any order. A code that occurs twice is paid once. The contract skips a code that is due
    /// nothing.
    /// @dev Counts everything as paid, then calls the payees, each with 100000 gas, so a payee that re-enters finds nothing
    /// due. If a code has no payee, or its payee refuses, the contract emits `PayoutRejected` and goes on; the amount stays
    /// due. Reverts with `InsufficientBalance`, `InsufficientGas`, or OpenZeppelin's `ReentrancyGuardReentrantCall` if a
    /// payee calls it.
    function payOut(string[] calldata codes) external;

    /// @notice Adds a payment to the balance. Anyone may pay in.
    receive() external payable;

    /* VIEWS */

    /// @notice The contract whose sales earn the commission.
    /// @return address of the `Ticket`
    function ticket() external view returns (address);

    /// @notice The commission, fixed for ever.
    /// @return basis points of what buyers with a code paid
    function commissionBps() external view returns (uint96);

    /// @notice The account that gets a code's commission.
    /// @param code any text
    /// @return the payee; zero for none
    /// @dev Never reverts.
    function payee(string calldata code) external view returns (address);

    /// @notice The commission on all of a code's sales. It is exact, because a price with a code is a multiple of 10^12 wei.
    /// @param code any text
    /// @return wei; it only grows
    function earned(string calldata code) external view returns (uint256);

    /// @notice What this contract has paid for a code, to all payees that it has had.
    /// @param code any text
    /// @return wei
    /// @dev Never reverts.
    function paid(string calldata code) external view returns (uint256);

    /// @notice What a code has earned and this contract has not paid yet.
    /// @param code any text
    /// @return wei
    function due(string calldata code) external view returns (uint256);
}
