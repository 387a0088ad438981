// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AffiliateId} from "../AffiliateId.sol";

/// @notice The terms under which `Payouts` is deployed. The constructor takes them by name, so that no two can be swapped.
struct PayoutConfig {
    /// Account that names the payees and may take the balance back. Not zero.
    address owner;
    /// The `Ticket` whose sales earn the commission.
    address ticket;
    /// Commission in basis points of what buyers with a code paid, at most 5000.
    uint96 commissionBps;
}

/// @title The affiliates' commission: what each code has earned, what it was paid, and what is due
/// @notice Anyone may pay out. What is due to a code is what it has earned less what this contract has paid for it, so
/// the same commission is never paid twice, whoever calls and however often.
/// All sums are in wei. The commission is fixed at the deployment.
/// Warning: the balance is the owner's until it is paid out. The owner can withdraw it at any time, and a code's payee is
/// whom the owner has named last. Withdrawing changes nothing that is due.
interface IPayouts {
    /* EVENTS */

    /// @notice A code's payee was named or taken back. Emitted for each code, changed or not.
    /// @param affiliate keccak256 of the code, as in `ITicket.TicketsSold`
    /// @param code the code itself
    /// @param payee account that the code's commission is paid to from now on; zero for none
    event PayeeSet(AffiliateId indexed affiliate, string code, address indexed payee);

    /// @notice All that was due to a code was paid.
    /// @param affiliate keccak256 of the code
    /// @param payee account that received it
    /// @param amount wei
    event PaidOut(AffiliateId indexed affiliate, address indexed payee, uint256 amount);

    /// @notice A code was not paid: it has no payee, or its payee refused or needed more than 100000 gas. All of it is
    /// still due.
    /// @param affiliate keccak256 of the code
    /// @param payee account that refused; zero if the code has none
    /// @param amount wei that stay due
    event PayoutRejected(AffiliateId indexed affiliate, address indexed payee, uint256 amount);

    /// @notice The balance grew by a plain payment.
    /// @param from account that paid
    /// @param amount wei
    event Funded(address indexed from, uint256 amount);

    /// @notice The owner took a part of the balance back.
    /// @param to account that received it
    /// @param amount wei
    event Withdrawn(address indexed to, uint256 amount);

    /* ERRORS */

    /// @notice The balance is less than what was to be sent. Nothing was sent.
    /// @param balance wei held
    /// @param needed wei to be sent
    error InsufficientBalance(uint256 balance, uint256 needed);

    /// @notice The caller's gas does not suffice to give the next payee its 100000. Nothing was sent. Send more gas, or
    /// fewer codes.
    /// @param left gas left before that payee's call
    /// @param needed gas that has to be left there
    error InsufficientGas(uint256 left, uint256 needed);

    /// @notice The commission is above 5000 basis points.
    /// @param bps basis points asked for
    error InvalidCommission(uint96 bps);

    /// @notice The lists differ in length.
    /// @param codes number of codes
    /// @param payees number of payees
    error LengthMismatch(uint256 codes, uint256 payees);

    /// @notice The receiver of a withdrawal refused it, or is the zero address.
    /// @param to that receiver
    /// @param amount wei: they are still there
    error WithdrawFailed(address to, uint256 amount);

    /// @notice Without an owner no payee could be named, and the balance could never be withdrawn.
    error RenounceDisabled();

    /* OWNER */

    /// @notice Names the payees of codes. Owner only.
    /// @param codes any texts; a code that the ticket does not know earns nothing. If a code stands in the list twice, the
    /// last counts.
    /// @param payees one for each code; zero takes a code's payee back
    /// @dev Reverts with `OwnableUnauthorizedAccount` or `LengthMismatch`. About 27k gas a new payee; send at most some
    /// 100 in one transaction (EIP-7825 caps a transaction's gas).
    /// Warning: a payee is not checked. All that is due goes to the new one, what was earned before included. Correct a payee
    /// before the balance is funded, because anyone can pay out.
    function setPayees(string[] calldata codes, address[] calldata payees) external;

    /// @notice Takes a part of the balance back, or all. Owner only.
    /// @param to the receiver. It is called last, with all remaining gas.
    /// @param amount wei
    /// @dev Reverts with `OwnableUnauthorizedAccount`, `InsufficientBalance`, with `WithdrawFailed` if `to` is zero or
    /// refuses, or with OpenZeppelin's `ReentrancyGuardReentrantCall` while a payee is called.
    function withdraw(address payable to, uint256 amount) external;

    /* ANYONE */

    /// @notice Pays each code all that is due to it, to its payee. Anyone may call it.
    /// @param codes any texts, in any order; a code may stand in the list twice. A code with nothing due is passed over.
    /// @dev Counts everything as paid, then calls the payees, each with 100000 gas: a payee that re-enters finds nothing
    /// due. A code without a payee, or whose payee refuses, emits `PayoutRejected`, stays due, and does not stop the
    /// others.
    /// Reverts with `InsufficientBalance` if the payees' sum is not there, with `InsufficientGas`, or with OpenZeppelin's
    /// `ReentrancyGuardReentrantCall` if a payee calls it: then nothing is paid by that call.
    function payOut(string[] calldata codes) external;

    /// @notice Adds a plain payment to the balance. Anyone may pay in.
    receive() external payable;

    /* VIEWS */

    /// @notice The contract whose sales earn the commission.
    /// @return address of the `Ticket`
    function ticket() external view returns (address);

    /// @notice The commission, fixed for ever.
    /// @return basis points of what buyers with a code paid
    function commissionBps() external view returns (uint96);

    /// @notice Whom a code's commission is paid to.
    /// @param code any text
    /// @return the payee that the owner has named; zero for none
    /// @dev Never reverts.
    function payee(string calldata code) external view returns (address);

    /// @notice What a code has earned since its registration: the commission on all its sales. It is exact, because a price
    /// with a code is a multiple of 10^12 wei.
    /// @param code any text
    /// @return wei: it only grows
    function earned(string calldata code) external view returns (uint256);

    /// @notice What was paid for a code, to whichever payees it had.
    /// @param code any text
    /// @return wei
    /// @dev Never reverts.
    function paid(string calldata code) external view returns (uint256);

    /// @notice What a code has earned and was not paid yet.
    /// @param code any text
    /// @return wei
    function due(string calldata code) external view returns (uint256);
}
