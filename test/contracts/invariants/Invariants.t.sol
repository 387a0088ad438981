// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ticket} from "../../../contracts/Ticket.sol";
import {SaleTerms} from "../SaleTerms.sol";
import {TicketHandler} from "./TicketHandler.sol";
import {vm} from "../Vm.sol";

/// @dev Hardhat targets only contracts of the test's own file.
contract Handler is TicketHandler {
    constructor(uint256 soldAtStart) TicketHandler(soldAtStart) {}
}

/// @title Properties that hold after any sequence of calls by any account
/// @dev One campaign checks all of them after each call. The numbers are those of INVARIANTS.md.
contract InvariantsTest {
    TicketHandler private _handler;
    Ticket private _ticket;
    /// So few are left to each sequence that many reach the end of the sale.
    uint256 private _soldAtStart = SaleTerms.soldAtStart(8 * SaleTerms.MAX_PER_PURCHASE);

    function setUp() public {
        _handler = new Handler(_soldAtStart);
        _ticket = _handler.ticket();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// After each call: everything except the accounts of codes and people, of which one each is checked in turn.
    function invariant_theSaleIsWhatItsModelSays() public {
        uint256 turn = _handler.calls();
        _supply();
        _prices();
        _rights();
        _code(turn % _handler.REGISTRABLE());
        _person(turn % _handler.peopleCount());
        _lastTicket();
        _withdrawal();
    }

    /// At the end of each sequence: every account, every ticket that it sold, and every tenth of those before.
    function afterInvariant() public view {
        _allCodes();
        _allPeople();
        uint256 sold = _handler.sold();
        uint256 step = 10;
        for (uint256 tokenId = 1; tokenId <= sold; tokenId += step) {
            if (tokenId > _soldAtStart) step = 1;
            require(_ticket.ownerOf(tokenId) == _handler.holderOf(tokenId), "12: holder of each");
        }
    }

    function _supply() private view {
        require(_ticket.totalSupply() == _handler.sold(), "1: supply is what was sold");
        require(_ticket.totalSupply() <= SaleTerms.MAX_SUPPLY, "1: at most all");
        require(address(_ticket).balance == _handler.proceeds(), "9: balance");
    }

    function _allCodes() private view {
        uint256 allTickets = 0;
        uint256 allPaid = 0;
        for (uint256 code = 0; code < _handler.REGISTRABLE(); ++code) {
            (uint256 tickets, uint256 paid) = _code(code);
            allTickets += tickets;
            allPaid += paid;
        }
        require(allTickets <= _ticket.totalSupply(), "8: tickets sold with codes");
        require(allPaid == _handler.paidWithCodes(), "8: wei paid with codes");
        require(!_ticket.isAffiliateActive("ALICE"), "6: another case");
        require(!_ticket.isAffiliateActive(""), "6: empty");
        require(!_ticket.isAffiliateActive("nobody"), "6: unknown");
        require(!_ticket.isAffiliateActive("erin-has-the-longest-code-of-all5"), "6: overlong");
    }

    function _code(uint256 code) private view returns (uint256 tickets, uint256 paid) {
        bool active;
        uint256 purchases;
        (active, purchases, tickets, paid) = _ticket.affiliateSales(_handler.codes(code));
        require(active == _handler.active(code), "6: active");
        require(purchases == _handler.purchases(code), "7: purchases of each code");
        require(tickets == _handler.tickets(code), "7: tickets of each code");
        require(paid == _handler.paid(code), "7: paid with each code");
    }

    function _prices() private view {
        uint256 price = _handler.price();
        uint256 quantity = 1 + (_handler.sold() % SaleTerms.MAX_PER_PURCHASE);
        require(_ticket.ticketPrice() == price, "5: price");
        require(_ticket.getPriceForQuantity(quantity) == price * quantity, "5: full price");
        require(
            _ticket.getAffiliatePriceForQuantity(quantity) ==
                SaleTerms.discounted(price * quantity),
            "4: discount"
        );
    }

    function _rights() private view {
        require(_ticket.paused() == _handler.paused(), "16: paused");
        require(_ticket.owner() == _handler.owner(), "17: owner");
        require(_ticket.owner() != address(0), "17: there is an owner");
        require(_ticket.pendingOwner() == _handler.pendingOwner(), "17: pending owner");
        (address receiver, uint256 royalty) = _ticket.royaltyInfo(1, 10_000);
        require(receiver == _handler.royaltyReceiver(), "18: royalty receiver");
        require(royalty == _handler.royaltyBps() && royalty <= 1000, "18: royalty");
        require(_ticket.renderer() == _handler.renderer(), "20: renderer");
        require(_ticket.metadataFrozen() == _handler.frozen(), "20: frozen");
    }

    function _allPeople() private view {
        uint256 held = 0;
        uint256 people = _handler.peopleCount();
        for (uint256 i = 0; i < people; ++i) held += _person(i);
        require(held == _ticket.totalSupply(), "12: sum of balances");
    }

    function _person(uint256 index) private view returns (uint256 held) {
        address person = _handler.people(index);
        held = _ticket.balanceOf(person);
        require(held == _handler.held(person), "12: held by each");
    }

    function _lastTicket() private view {
        uint256 last = _handler.sold();
        require(_ticket.ownerOf(last) == _handler.holderOf(last), "12: holder of the last");
    }

    /// In every state the owner can withdraw all of it. What an invariant changes is discarded.
    function _withdrawal() private {
        address payable payee = payable(address(0xFEE));
        uint256 amount = address(_ticket).balance;
        vm.prank(_handler.owner());
        _ticket.withdraw(payee);
        require(payee.balance == amount && address(_ticket).balance == 0, "10: withdrawn");
    }
}
