// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Payouts} from "../../../contracts/Payouts.sol";
import {Ticket} from "../../../contracts/Ticket.sol";
import {IPayouts, PayoutConfig} from "../../../contracts/interfaces/IPayouts.sol";
import {GasBurningReceiver} from "../../../contracts/mocks/GasBurningReceiver.sol";
import {ReentrantPayee} from "../../../contracts/mocks/ReentrantPayee.sol";
import {RejectingPayee} from "../../../contracts/mocks/RejectingPayee.sol";
import {deployTicket} from "../DeployTicket.sol";
import {SaleTerms} from "../SaleTerms.sol";
import {vm} from "../Vm.sol";

/// @title Compares the books with a model, at any commission, through random sales, payees, payouts and withdrawals
/// @dev The model follows the specification: a code earns its share of what its buyers paid, a payout pays what is due to
/// payees that accept, and nothing else changes what is due.
contract PayoutsTest {
    uint256 private constant STEPS = 48;
    uint256 private constant CODES = 4;

    Ticket private _ticket;
    Payouts private _payouts;
    uint256 private _bps;
    uint256 private _random;

    /// The last is never registered, so it sells nothing.
    string[] private _codes = ["alice", "bob", "carol_3", "dan-4", "nobody"];
    /// Nobody, two people, a contract that calls `payOut` back, one that refuses, one that burns its gas.
    address[] private _payees = [address(0), address(0xA11CE), address(0xB0B)];
    uint256 private constant TAKING_PAYEES = 4;

    // The model.
    uint256 private _price = SaleTerms.PRICE;
    uint256 private _balance;
    uint256[5] private _sold;
    uint256[5] private _paid;
    uint256[5] private _payeeOf;
    mapping(address payee => uint256) private _received;

    receive() external payable {}

    function setUp() public {
        _ticket = deployTicket(address(this));
        string[] memory registered = new string[](CODES);
        for (uint256 code = 0; code < CODES; ++code) registered[code] = _codes[code];
        _ticket.setAffiliates(registered, true);
        ReentrantPayee reentrant = new ReentrantPayee();
        _payees.push(address(reentrant));
        _payees.push(address(new RejectingPayee()));
        _payees.push(address(new GasBurningReceiver()));
        vm.deal(address(this), type(uint128).max);
    }

    function testFuzz_theBooksAreWhatTheirModelSays(uint256 seed, uint96 bps) public {
        _random = seed;
        _bps = bps % 5001;
        _payouts = new Payouts(PayoutConfig(address(this), address(_ticket), uint96(_bps)));
        string[] memory first = new string[](1);
        first[0] = _codes[0];
        ReentrantPayee(payable(_payees[3])).reenterWith(
            address(_payouts),
            abi.encodeCall(IPayouts.payOut, (first)),
            0
        );
        for (uint256 step = 0; step < STEPS; ++step) {
            uint256 action = _below(8);
            if (action < 2) _sell();
            else if (action == 2) _setPrice();
            else if (action == 3) _setPayee();
            else if (action == 4) _fund();
            else if (action == 5) _withdraw();
            else _payOut();
            _requireModel();
        }
    }

    function _sell() private {
        uint256 code = _below(CODES);
        uint256 quantity = 1 + _below(3);
        uint256 price = SaleTerms.discounted(_price * quantity);
        _ticket.buyTicketWithAffiliate{value: price}(address(1), quantity, _codes[code]);
        _sold[code] += price;
    }

    function _setPrice() private {
        _price = (1 + _below(SaleTerms.PRICES)) * SaleTerms.PRICE_STEP;
        _ticket.setTicketPrice(_price);
    }

    function _setPayee() private {
        uint256 code = _below(_codes.length);
        _payeeOf[code] = _below(_payees.length);
        string[] memory codes = new string[](1);
        address[] memory payees = new address[](1);
        (codes[0], payees[0]) = (_codes[code], _payees[_payeeOf[code]]);
        _payouts.setPayees(codes, payees);
    }

    /// Often more than enough, often too little.
    function _fund() private {
        uint256 amount = _below(2) == 0 ? _below(1 ether) : _below(SaleTerms.PRICE * 1e4);
        (bool sent, ) = address(_payouts).call{value: amount}("");
        require(sent, "funded");
        _balance += amount;
    }

    function _withdraw() private {
        uint256 amount = _below(_balance + 1);
        _payouts.withdraw(payable(address(this)), amount);
        _balance -= amount;
    }

    /// Any list, in any order and with codes twice, by any caller.
    function _payOut() private {
        uint256[] memory chosen = new uint256[](_below(7));
        string[] memory codes = new string[](chosen.length);
        uint256 needed = 0;
        bool[5] memory counted;
        for (uint256 i = 0; i < chosen.length; ++i) {
            chosen[i] = _below(_codes.length);
            codes[i] = _codes[chosen[i]];
            if (!counted[chosen[i]] && _payeeOf[chosen[i]] != 0) needed += _due(chosen[i]);
            counted[chosen[i]] = true;
        }

        vm.prank(address(uint160(0xCA11E4 + _below(5))));
        try _payouts.payOut(codes) {
            require(needed <= _balance, "paid from too small a balance");
            for (uint256 i = 0; i < chosen.length; ++i) _pay(chosen[i]);
        } catch (bytes memory refusal) {
            require(
                needed > _balance &&
                    keccak256(refusal) ==
                        keccak256(
                            abi.encodeWithSelector(
                                IPayouts.InsufficientBalance.selector,
                                _balance,
                                needed
                            )
                        ),
                "refused"
            );
        }
    }

    function _pay(uint256 code) private {
        uint256 amount = _due(code);
        if (_payeeOf[code] == 0 || _payeeOf[code] >= TAKING_PAYEES) return;
        _paid[code] += amount;
        _received[_payees[_payeeOf[code]]] += amount;
        _balance -= amount;
    }

    function _due(uint256 code) private view returns (uint256) {
        return (_sold[code] * _bps) / 10_000 - _paid[code];
    }

    function _requireModel() private view {
        for (uint256 code = 0; code < _codes.length; ++code) {
            string memory name = _codes[code];
            require(_payouts.paid(name) <= _payouts.earned(name), "paid more than was earned");
            require(_payouts.earned(name) == (_sold[code] * _bps) / 10_000, "earned");
            require(_payouts.paid(name) == _paid[code], "paid");
            require(_payouts.due(name) == _due(code), "due");
            require(_payouts.payee(name) == _payees[_payeeOf[code]], "payee");
        }
        require(address(_payouts).balance == _balance, "balance");
        for (uint256 i = 1; i < _payees.length; ++i) {
            require(_payees[i].balance == _received[_payees[i]], "received");
        }
    }

    /// @return a number below `bound`
    function _below(uint256 bound) private returns (uint256) {
        _random = uint256(keccak256(abi.encode(_random)));
        return _random % bound;
    }
}
