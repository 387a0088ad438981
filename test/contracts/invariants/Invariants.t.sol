// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ticket} from "../../../contracts/Ticket.sol";
import {SaleTerms} from "../SaleTerms.sol";
import {TicketHandler} from "./TicketHandler.sol";
import {vm} from "../Vm.sol";

/// @title The properties, in the model's own contract
/// @dev A run reads the whole model 32,000 times, and reads of another contract would be calls. Hardhat targets only contracts
/// of the test's own file, and calls no `view` function of them.
contract Handler is TicketHandler {
    uint256 private immutable _soldAtStart;

    constructor(uint256 soldAtStart) TicketHandler(soldAtStart) {
        _soldAtStart = soldAtStart;
    }

    /// Checks everything except codes and people, of which each call checks one.
    function requireModel() external view {
        _requireSupply();
        _requirePrices();
        _requireRights();
        _requireCode(calls % REGISTRABLE);
        _requirePerson(calls % people.length);
        require(ticket.ownerOf(sold) == holderOf[sold], "12: holder of the last");
    }

    /// Checks each account, each ticket sold since the start, and every tenth ticket before.
    function requireAccounts() external view {
        _requireCodes();
        _requirePeople();
        uint256 step = 10;
        for (uint256 tokenId = 1; tokenId <= sold; tokenId += step) {
            if (tokenId > _soldAtStart) step = 1;
            require(ticket.ownerOf(tokenId) == holderOf[tokenId], "12: holder of each");
        }
    }

    function _requireSupply() private view {
        uint256 supply = ticket.totalSupply();
        require(supply == sold, "1: supply is what was sold");
        require(supply <= SaleTerms.MAX_SUPPLY, "1: at most all");
        require(address(ticket).balance == proceeds, "9: balance");
    }

    function _requireCodes() private view {
        uint256 allTickets = 0;
        uint256 allPaid = 0;
        for (uint256 code = 0; code < REGISTRABLE; ++code) {
            (uint256 ofCode, uint256 paidWithCode) = _requireCode(code);
            allTickets += ofCode;
            allPaid += paidWithCode;
        }
        require(allTickets <= ticket.totalSupply(), "8: tickets sold with codes");
        require(allPaid == paidWithCodes, "8: wei paid with codes");
        require(!ticket.isAffiliateActive("ALICE"), "6: another case");
        require(!ticket.isAffiliateActive(""), "6: empty");
        require(!ticket.isAffiliateActive("nobody"), "6: unknown");
        require(!ticket.isAffiliateActive("erin-has-the-longest-code-of-all5"), "6: overlong");
    }

    function _requireCode(
        uint256 code
    ) private view returns (uint256 ofCode, uint256 paidWithCode) {
        bool isActive;
        uint256 purchasesWithCode;
        (isActive, purchasesWithCode, ofCode, paidWithCode) = ticket.affiliateSales(codes[code]);
        require(isActive == active[code], "6: active");
        require(purchasesWithCode == purchases[code], "7: purchases of each code");
        require(ofCode == tickets[code], "7: tickets of each code");
        require(paidWithCode == paid[code], "7: paid with each code");
    }

    function _requirePrices() private view {
        uint256 quantity = 1 + (sold % SaleTerms.MAX_PER_PURCHASE);
        require(ticket.ticketPrice() == price, "5: price");
        require(ticket.getPriceForQuantity(quantity) == price * quantity, "5: full price");
        require(
            ticket.getAffiliatePriceForQuantity(quantity) == SaleTerms.discounted(price * quantity),
            "4: discount"
        );
    }

    function _requireRights() private view {
        require(ticket.paused() == paused, "16: paused");
        address ownerOnChain = ticket.owner();
        require(ownerOnChain == owner, "17: owner");
        require(ownerOnChain != address(0), "17: there is an owner");
        require(ticket.pendingOwner() == pendingOwner, "17: pending owner");
        (address receiver, uint256 royalty) = ticket.royaltyInfo(1, 10_000);
        require(receiver == royaltyReceiver, "18: royalty receiver");
        require(royalty == royaltyBps && royalty <= 1000, "18: royalty");
        require(ticket.renderer() == renderer, "20: renderer");
        require(ticket.metadataFrozen() == frozen, "20: frozen");
    }

    function _requirePeople() private view {
        uint256 heldByAll = 0;
        for (uint256 i = 0; i < people.length; ++i) heldByAll += _requirePerson(i);
        require(heldByAll == ticket.totalSupply(), "12: sum of balances");
    }

    function _requirePerson(uint256 index) private view returns (uint256 heldByPerson) {
        heldByPerson = ticket.balanceOf(people[index]);
        require(heldByPerson == held[people[index]], "12: held by each");
    }
}

/// @title Properties that hold after any sequence of calls by any account
/// @dev One campaign checks all of them after each call. INVARIANTS.md has the numbers.
contract InvariantsTest {
    Handler private _handler;
    Ticket private _ticket;

    /// Leaves few enough tickets that many sequences reach the end of the sale.
    function setUp() public {
        _handler = new Handler(SaleTerms.soldAtStart(8 * SaleTerms.MAX_PER_PURCHASE));
        _ticket = _handler.ticket();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// After each call.
    function invariant_theSaleIsWhatItsModelSays() public {
        _handler.requireModel();
        _withdrawal();
    }

    /// Runs at the end of each sequence.
    function afterInvariant() public view {
        _handler.requireAccounts();
    }

    /// The owner can withdraw everything in every state. Hardhat discards the changes of an invariant.
    function _withdrawal() private {
        address payable payee = payable(address(0xFEE));
        uint256 amount = address(_ticket).balance;
        vm.prank(_handler.owner());
        _ticket.withdraw(payee);
        require(payee.balance == amount && address(_ticket).balance == 0, "10: withdrawn");
    }
}
