// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {SafeTransferLib} from "solady/src/utils/SafeTransferLib.sol";
import {AffiliateId, affiliateIdOf} from "./AffiliateId.sol";
import {IAffiliates} from "./interfaces/IAffiliates.sol";
import {IPayouts, PayoutConfig} from "./interfaces/IPayouts.sol";

/// @title Payouts: pays each affiliate its commission on the sales of a `Ticket`, once
/// @dev `Ticket` counts what a code's buyers paid. This contract counts what it has paid for the code. Due is the difference
/// of the two, so no message, file or signature decides it.
/// @custom:security-contact Ask the account of owner() for an address, or see SECURITY.md in the source repository
contract Payouts is IPayouts, Ownable2Step, ReentrancyGuardTransient {
    using SafeCast for uint256;

    /* TYPES */

    /// @dev Both values share one slot, so a first payout writes no new slot. No chain of networks.ts has 2^96 wei.
    struct Record {
        address payee;
        uint96 paid;
    }

    /// @dev One code's payment in one call.
    struct Payment {
        AffiliateId affiliate;
        address payee;
        uint256 amount;
    }

    /* CONSTANTS */

    uint96 private constant _MAX_COMMISSION_BPS = 5000;
    uint256 private constant _BPS = 10000;
    /// @dev Gas for a payee. A Safe behind its proxy needs about 7k, a splitter that writes two slots 50k. It also bounds what a
    /// payee can burn.
    uint256 private constant _PAYEE_GAS = SafeTransferLib.GAS_STIPEND_NO_GRIEF;
    /// @dev Gas required before the call to a payee. The EVM keeps back a 64th. A call with value to a cold, delegated account
    /// costs up to 14k. With less gas, a caller could give the payee less than `_PAYEE_GAS`.
    uint256 private constant _GAS_BEFORE_CALL = 150_000;

    /* STORAGE */

    IAffiliates private immutable _TICKET;
    uint96 private immutable _COMMISSION_BPS;

    mapping(AffiliateId affiliate => Record) private _records;

    /* CONSTRUCTOR */

    /// @param config the terms of the payouts
    /// @dev Reverts with OpenZeppelin's `OwnableInvalidOwner`, with `InvalidCommission`, or without a reason if `ticket`
    /// does not answer as a `Ticket` does.
    constructor(PayoutConfig memory config) Ownable(config.owner) {
        if (config.commissionBps > _MAX_COMMISSION_BPS) {
            revert InvalidCommission(config.commissionBps);
        }

        _TICKET = IAffiliates(config.ticket);
        _COMMISSION_BPS = config.commissionBps;
        IAffiliates(config.ticket).affiliateSales("");
    }

    /* ANYONE */

    /// @inheritdoc IPayouts
    receive() external payable {
        emit Funded(msg.sender, msg.value);
    }

    /// @inheritdoc IPayouts
    function payOut(string[] calldata codes) external nonReentrant {
        // Count everything before the first call: then a code that occurs twice is due nothing the second time, and a payee
        // that re-enters finds nothing due.
        Payment[] memory payments = new Payment[](codes.length);
        uint256 needed = 0;
        for (uint256 i = 0; i < codes.length; ++i) {
            payments[i] = _count(codes[i]);
            if (payments[i].payee != address(0)) needed += payments[i].amount;
        }

        uint256 balance = address(this).balance;
        if (balance < needed) revert InsufficientBalance(balance, needed);

        for (uint256 i = 0; i < payments.length; ++i) {
            if (payments[i].amount != 0) _pay(payments[i]);
        }
    }

    function _count(string calldata code) private returns (Payment memory) {
        AffiliateId affiliate = affiliateIdOf(code);
        Record storage record = _records[affiliate];
        uint256 amount = due(code);
        record.paid += amount.toUint96();
        return Payment(affiliate, record.payee, amount);
    }

    function _pay(Payment memory payment) private {
        if (_send(payment.payee, payment.amount)) {
            emit PaidOut(payment.affiliate, payment.payee, payment.amount);
        } else {
            // The cast loses nothing, because `_count` has added the same amount.
            _records[payment.affiliate].paid -= uint96(payment.amount);
            emit PayoutRejected(payment.affiliate, payment.payee, payment.amount);
        }
    }

    /// @dev The library does not copy the answer, because a long one would cost the caller memory.
    function _send(address to, uint256 amount) private returns (bool) {
        if (to == address(0)) return false;

        uint256 left = gasleft();
        if (left < _GAS_BEFORE_CALL) revert InsufficientGas(left, _GAS_BEFORE_CALL);
        return SafeTransferLib.trySafeTransferETH(to, amount, _PAYEE_GAS);
    }

    /* OWNER */

    /// @inheritdoc IPayouts
    function setPayees(string[] calldata codes, address[] calldata payees) external onlyOwner {
        if (codes.length != payees.length) revert LengthMismatch(codes.length, payees.length);

        for (uint256 i = 0; i < codes.length; ++i) {
            AffiliateId affiliate = affiliateIdOf(codes[i]);
            _records[affiliate].payee = payees[i];
            emit PayeeSet(affiliate, codes[i], payees[i]);
        }
    }

    /// @inheritdoc IPayouts
    function withdraw(address payable to, uint256 amount) external onlyOwner nonReentrant {
        uint256 balance = address(this).balance;
        if (balance < amount) revert InsufficientBalance(balance, amount);
        if (to == address(0)) revert WithdrawFailed(to, amount);

        // Emitted before the call, because events of the receiver's own calls should follow it in the log.
        emit Withdrawn(to, amount);
        (bool sent, ) = to.call{value: amount}("");
        if (!sent) revert WithdrawFailed(to, amount);
    }

    /// @notice Always reverts, because without an owner nobody could name payees or withdraw the balance.
    function renounceOwnership() public view override onlyOwner {
        revert RenounceDisabled();
    }

    /* VIEWS */

    /// @inheritdoc IPayouts
    function ticket() external view returns (address) {
        return address(_TICKET);
    }

    /// @inheritdoc IPayouts
    function commissionBps() external view returns (uint96) {
        return _COMMISSION_BPS;
    }

    /// @inheritdoc IPayouts
    function payee(string calldata code) external view returns (address) {
        return _records[affiliateIdOf(code)].payee;
    }

    /// @inheritdoc IPayouts
    function earned(string calldata code) public view returns (uint256) {
        (, , , uint256 sold) = _TICKET.affiliateSales(code);
        return (sold * _COMMISSION_BPS) / _BPS;
    }

    /// @inheritdoc IPayouts
    function paid(string calldata code) public view returns (uint256) {
        return _records[affiliateIdOf(code)].paid;
    }

    /// @inheritdoc IPayouts
    function due(string calldata code) public view returns (uint256) {
        return earned(code) - paid(code);
    }
}
