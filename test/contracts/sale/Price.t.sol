// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ticket} from "../../../contracts/Ticket.sol";
import {ITicket} from "../../../contracts/interfaces/ITicket.sol";
import {deployTicket} from "../DeployTicket.sol";
import {SaleTerms} from "../SaleTerms.sol";
import {vm} from "../Vm.sol";

/// @title Prices at any valid ticket price and quantity: exact, charged as quoted, refused otherwise
contract PriceTest {
    address private constant HOLDER = address(0xA11CE);
    string private constant CODE = "alice";

    Ticket private _ticket;

    function setUp() public {
        _ticket = deployTicket(address(this));
        string[] memory codes = new string[](1);
        codes[0] = CODE;
        _ticket.setAffiliates(codes, true);
        vm.deal(address(this), type(uint128).max);
    }

    function testFuzz_affiliatePriceIsExact(uint256 price, uint256 quantity) public {
        price = _validPrice(price);
        quantity = _validQuantity(quantity);
        _ticket.setTicketPrice(price);

        uint256 full = _ticket.getPriceForQuantity(quantity);
        uint256 withCode = _ticket.getAffiliatePriceForQuantity(quantity);
        require(full == price * quantity, "full price");
        require(withCode == SaleTerms.discounted(full), "affiliate price");
        require(full % 1e12 == 0 && withCode % 1e12 == 0, "six decimals");
    }

    /// [C-07]
    function testFuzz_noneAndMoreThanTheMostIsRefused(uint256 quantity) public {
        vm.assume(quantity == 0 || quantity > SaleTerms.MAX_PER_PURCHASE);
        bytes memory refusal = abi.encodeWithSelector(ITicket.InvalidQuantity.selector, quantity);

        vm.expectRevert(refusal);
        _ticket.getPriceForQuantity(quantity);
        vm.expectRevert(refusal);
        _ticket.getAffiliatePriceForQuantity(quantity);
        vm.expectRevert(refusal);
        _ticket.buyTicket{value: 1 ether}(HOLDER, quantity);
        vm.expectRevert(refusal);
        _ticket.buyTicketWithAffiliate{value: 1 ether}(HOLDER, quantity, CODE);
    }

    /// [C-07]
    function test_everyQuantityFromOneToTheMostIsSold() public {
        for (uint256 quantity = 1; quantity <= SaleTerms.MAX_PER_PURCHASE; ++quantity) {
            setUp();
            _ticket.buyTicket{value: _ticket.getPriceForQuantity(quantity)}(HOLDER, quantity);
            _ticket.buyTicketWithAffiliate{value: _ticket.getAffiliatePriceForQuantity(quantity)}(
                HOLDER,
                quantity,
                CODE
            );
            require(_ticket.balanceOf(HOLDER) == 2 * quantity, "sold");
        }
    }

    function testFuzz_onlyTheQuotedPriceIsTaken(
        uint256 price,
        uint256 quantity,
        uint256 value
    ) public {
        quantity = _validQuantity(quantity);
        _ticket.setTicketPrice(_validPrice(price));
        uint256 full = _ticket.getPriceForQuantity(quantity);
        uint256 withCode = _ticket.getAffiliatePriceForQuantity(quantity);
        value = value % (full * 2);

        if (value != full) _refusesPayment(quantity, value, full);
        if (value != withCode) _refusesPaymentWithCode(quantity, value, withCode);
        _refusesPayment(quantity, full - 1, full);
        _refusesPayment(quantity, full + 1, full);
        _refusesPaymentWithCode(quantity, withCode - 1, withCode);
        _refusesPaymentWithCode(quantity, withCode + 1, withCode);
        require(address(_ticket).balance == 0 && _ticket.totalSupply() == 0, "nothing sold");

        _ticket.buyTicket{value: full}(HOLDER, quantity);
        _ticket.buyTicketWithAffiliate{value: withCode}(HOLDER, quantity, CODE);
        require(address(_ticket).balance == full + withCode, "charged");
        require(_ticket.balanceOf(HOLDER) == quantity * 2, "sold");
    }

    function testFuzz_invalidTicketPriceIsRefused(uint256 price) public {
        vm.assume(
            price == 0 ||
                price > SaleTerms.PRICES * SaleTerms.PRICE_STEP ||
                price % SaleTerms.PRICE_STEP != 0
        );

        vm.expectRevert(abi.encodeWithSelector(ITicket.InvalidTicketPrice.selector, price));
        _ticket.setTicketPrice(price);
    }

    /// Random prices are mostly far too high. These are within the bounds and between two steps.
    function testFuzz_ticketPriceOffTheStepIsRefused(uint256 price, uint256 offset) public {
        price = _validPrice(price) - 1 - (offset % (SaleTerms.PRICE_STEP - 1));

        vm.expectRevert(abi.encodeWithSelector(ITicket.InvalidTicketPrice.selector, price));
        _ticket.setTicketPrice(price);
    }

    function testFuzz_validTicketPriceIsTaken(uint256 price) public {
        price = _validPrice(price);

        _ticket.setTicketPrice(price);
        require(_ticket.ticketPrice() == price, "price");
    }

    function testFuzz_royaltyIsBounded(uint96 bps) public {
        if (bps > 1000) {
            vm.expectRevert(abi.encodeWithSelector(ITicket.InvalidRoyalty.selector, bps));
            _ticket.setRoyalty(address(this), bps);
        } else {
            _ticket.setRoyalty(address(this), bps);
            (, uint256 royalty) = _ticket.royaltyInfo(1, 10_000);
            require(royalty == bps, "royalty");
        }
    }

    function _refusesPayment(uint256 quantity, uint256 sent, uint256 expected) private {
        vm.expectRevert(abi.encodeWithSelector(ITicket.IncorrectPayment.selector, sent, expected));
        _ticket.buyTicket{value: sent}(HOLDER, quantity);
    }

    function _refusesPaymentWithCode(uint256 quantity, uint256 sent, uint256 expected) private {
        vm.expectRevert(abi.encodeWithSelector(ITicket.IncorrectPayment.selector, sent, expected));
        _ticket.buyTicketWithAffiliate{value: sent}(HOLDER, quantity, CODE);
    }

    function _validPrice(uint256 seed) private pure returns (uint256) {
        return (1 + (seed % SaleTerms.PRICES)) * SaleTerms.PRICE_STEP;
    }

    function _validQuantity(uint256 seed) private pure returns (uint256) {
        return 1 + (seed % SaleTerms.MAX_PER_PURCHASE);
    }
}
