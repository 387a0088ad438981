// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ticket} from "../../../contracts/Ticket.sol";
import {deployTicket} from "../DeployTicket.sol";
import {SaleTerms} from "../SaleTerms.sol";
import {vm} from "../Vm.sol";

/// @title Supply and accounts after any sequence of purchases, up to and past the last ticket
contract SupplyTest {
    uint256 private constant PRICE = SaleTerms.PRICE;
    uint256 private constant MAX_SUPPLY = SaleTerms.MAX_SUPPLY;
    uint256 private constant MAX_PER_PURCHASE = SaleTerms.MAX_PER_PURCHASE;
    address private constant EARLY_HOLDER = address(0xB0B);

    Ticket private _ticket;
    string[] private _codes = ["alice", "bob"];
    uint256 private _soldAtStart = SaleTerms.soldAtStart(5 * MAX_PER_PURCHASE);

    /// Each sequence starts with a few purchases left, so that it can reach the cap without selling all of them again.
    function setUp() public {
        _ticket = deployTicket(address(this));
        _ticket.setAffiliates(_codes, true);
        vm.deal(address(this), type(uint128).max);
        uint256 left = _soldAtStart;
        while (left > 0) {
            uint256 quantity = left < MAX_PER_PURCHASE ? left : MAX_PER_PURCHASE;
            _ticket.buyTicket{value: PRICE * quantity}(EARLY_HOLDER, quantity);
            left -= quantity;
        }
    }

    function testFuzz_neverMoreThanAllAndEveryAccountAddsUp(uint256[16] calldata seeds) public {
        uint256 supply = _soldAtStart;
        uint256 proceeds = PRICE * _soldAtStart;
        uint256[3] memory tickets;
        uint256[3] memory purchases;
        uint256[3] memory paid;

        for (uint256 i = 0; i < seeds.length; ++i) {
            // Way 0 buys without a code, 1 and 2 with one. Quantities include 0 and one too many.
            uint256 way = seeds[i] % 3;
            uint256 quantity = (seeds[i] >> 8) % (MAX_PER_PURCHASE + 2);
            address holder = address(uint160(0xC0DE + ((seeds[i] >> 16) % 4)));
            uint256 price = PRICE * quantity;
            if (way != 0) price = SaleTerms.discounted(price);

            bool sold = _buy(way, holder, quantity, price);
            bool allowed =
                quantity >= 1 && quantity <= MAX_PER_PURCHASE && supply + quantity <= MAX_SUPPLY;
            require(sold == allowed, "sold exactly when allowed");
            if (sold) {
                supply += quantity;
                proceeds += price;
                ++purchases[way];
                tickets[way] += quantity;
                paid[way] += price;
                require(_ticket.ownerOf(supply) == holder, "last ticket");
                require(_ticket.ownerOf(supply + 1 - quantity) == holder, "first ticket");
            }
            require(_ticket.totalSupply() == supply && supply <= MAX_SUPPLY, "supply");
            require(address(_ticket).balance == proceeds, "proceeds");
        }

        _requireAccount(_codes[0], purchases[1], tickets[1], paid[1]);
        _requireAccount(_codes[1], purchases[2], tickets[2], paid[2]);
        uint256 held = _ticket.balanceOf(EARLY_HOLDER);
        for (uint160 i = 0; i < 4; ++i) held += _ticket.balanceOf(address(0xC0DE + i));
        require(held == supply, "balances");
    }

    function testFuzz_exactlyAllCanBeSold(uint256 seed) public {
        uint256 remaining = MAX_SUPPLY - _soldAtStart;
        while (remaining > 0) {
            uint256 quantity = 1 + (seed % MAX_PER_PURCHASE);
            seed = uint256(keccak256(abi.encode(seed)));
            bool sold = _buy(0, EARLY_HOLDER, quantity, PRICE * quantity);
            require(sold == (quantity <= remaining), "sold exactly when enough remain");
            if (!sold) {
                quantity = remaining;
                require(
                    _buy(1, EARLY_HOLDER, quantity, SaleTerms.discounted(PRICE * quantity)),
                    "the rest"
                );
            }
            remaining -= quantity;
        }

        require(_ticket.totalSupply() == MAX_SUPPLY, "all");
        require(_ticket.balanceOf(EARLY_HOLDER) == MAX_SUPPLY, "held");
        require(!_buy(0, EARLY_HOLDER, 1, PRICE), "no more");
        require(!_buy(1, EARLY_HOLDER, 1, SaleTerms.discounted(PRICE)), "no more with a code");
    }

    function _buy(
        uint256 way,
        address holder,
        uint256 quantity,
        uint256 price
    ) private returns (bool) {
        if (way == 0) {
            try _ticket.buyTicket{value: price}(holder, quantity) {
                return true;
            } catch {
                return false;
            }
        }
        try _ticket.buyTicketWithAffiliate{value: price}(holder, quantity, _codes[way - 1]) {
            return true;
        } catch {
            return false;
        }
    }

    function _requireAccount(
        string memory code,
        uint256 purchases,
        uint256 tickets,
        uint256 paid
    ) private view {
        (bool active, uint256 gotPurchases, uint256 gotTickets, uint256 gotPaid) = _ticket
            .affiliateSales(code);
        require(active, "active");
        require(gotPurchases == purchases, "purchases");
        require(gotTickets == tickets, "tickets");
        require(gotPaid == paid, "paid");
    }
}
