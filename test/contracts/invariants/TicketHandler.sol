// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721A} from "erc721a/contracts/IERC721A.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ticket} from "../../../contracts/Ticket.sol";
import {IAffiliates} from "../../../contracts/interfaces/IAffiliates.sol";
import {ITicket, SaleConfig} from "../../../contracts/interfaces/ITicket.sol";
import {FixedRenderer} from "../../../contracts/mocks/FixedRenderer.sol";
import {GasBurningReceiver} from "../../../contracts/mocks/GasBurningReceiver.sol";
import {ReentrantPayee} from "../../../contracts/mocks/ReentrantPayee.sol";
import {ReentrantReceiver} from "../../../contracts/mocks/ReentrantReceiver.sol";
import {RejectingPayee} from "../../../contracts/mocks/RejectingPayee.sol";
import {RevertingReceiver} from "../../../contracts/mocks/RevertingReceiver.sol";
import {saleConfig} from "../DeployTicket.sol";
import {SaleTerms} from "../SaleTerms.sol";
import {vm} from "../Vm.sol";

/// @title Calls each public function of the sale as any account, and predicts each result by a model
/// @dev The model follows the specification, not the contract. If a result differs from the prediction, the handler reverts
/// and the run fails. INVARIANTS.md lists the properties.
contract TicketHandler {
    uint256 private constant MAX_SUPPLY = SaleTerms.MAX_SUPPLY;
    uint256 private constant MAX_PER_PURCHASE = SaleTerms.MAX_PER_PURCHASE;
    uint256 private constant STEP = SaleTerms.PRICE_STEP;
    uint256 private constant HIGHEST_PRICE = SaleTerms.PRICES * STEP;
    /// Gas for each call. Any call succeeds with it, and a receiver that burns gas can't burn more.
    uint256 private constant CALL_GAS = 3_000_000;
    uint256 private constant NO_CODE = type(uint256).max;
    /// A slip that sends what is due.
    uint256 private constant EXACT = 4;

    Ticket public immutable ticket;

    /// Four people, then five contracts. In this order: one has no hook, one reverts, one burns gas, one buys from the hook,
    /// and one re-enters when it is paid.
    address[] public people;
    /// The first five can be registered. The handler never registers "nobody", and the contract refuses the last three.
    string[] public codes = [
        "alice",
        "bob",
        "carol_3",
        "dan-4",
        "erin-has-the-longest-code-of-all",
        "nobody",
        "ALICE",
        "",
        "erin-has-the-longest-code-of-all5"
    ];
    uint256 public constant REGISTRABLE = 5;
    /// More than a byte can count.
    uint256 private constant PURCHASES_AT_START = 300;

    /// How many calls were made so far.
    uint256 public calls;

    // The model.
    address public owner;
    address public pendingOwner;
    uint256 public price;
    bool public paused;
    uint256 public sold;
    uint256 public proceeds;
    uint256 public paidWithCodes;
    mapping(uint256 code => bool) public active;
    mapping(uint256 code => uint256) public purchases;
    mapping(uint256 code => uint256) public tickets;
    mapping(uint256 code => uint256) public paid;
    mapping(address person => uint256) public held;
    address public royaltyReceiver;
    uint96 public royaltyBps;
    address public renderer;
    bool public frozen;

    mapping(uint256 tokenId => address) public holderOf;
    mapping(uint256 tokenId => address) private _approved;
    mapping(address holder => mapping(address operator => bool)) private _operators;
    string[] private _ways = [
        "transferFrom(address,address,uint256)",
        "safeTransferFrom(address,address,uint256)",
        "safeTransferFrom(address,address,uint256,bytes)"
    ];
    address private _reentrantReceiver;
    address private _rejectingPayee;

    constructor(uint256 soldAtStart) {
        people = [address(0xA11CE), address(0xB0B), address(0xCA401), address(0xDA9)];
        people.push(address(new FixedRenderer()));
        people.push(address(new RevertingReceiver()));
        people.push(address(new GasBurningReceiver()));
        _reentrantReceiver = address(new ReentrantReceiver());
        people.push(_reentrantReceiver);
        ReentrantPayee payee = new ReentrantPayee();
        people.push(address(payee));
        _rejectingPayee = address(new RejectingPayee());

        owner = people[0];
        price = SaleTerms.PRICE;
        royaltyReceiver = people[1];
        royaltyBps = 500;
        renderer = people[4];
        SaleConfig memory config = saleConfig(owner);
        config.royaltyReceiver = royaltyReceiver;
        config.renderer = renderer;
        ticket = new Ticket(config);
        payee.reenterWith(
            address(ticket),
            abi.encodeCall(ITicket.withdraw, (payable(address(payee)))),
            0
        );
        for (uint256 code = 0; code < 2; ++code) {
            (bool registered, ) = _call(owner, 0, _setAffiliates(code, true));
            require(registered, "registered");
            active[code] = true;
        }
        while (sold < PURCHASES_AT_START && sold < soldAtStart) {
            _buy(people[1], people[3], 1, 0, EXACT);
        }
        while (sold < soldAtStart) {
            uint256 left = soldAtStart - sold;
            uint256 quantity = left < MAX_PER_PURCHASE ? left : MAX_PER_PURCHASE;
            _buy(people[1], people[3], quantity, NO_CODE, EXACT);
        }
    }

    function buy(uint256 buyer, uint256 to, uint256 quantity, uint256 slip) external {
        _buy(_person(buyer), _personOrZero(to), _quantity(quantity), NO_CODE, slip);
    }

    function buyWithAffiliate(
        uint256 buyer,
        uint256 to,
        uint256 quantity,
        uint256 code,
        uint256 slip
    ) external {
        code = code % codes.length;
        _buy(_person(buyer), _personOrZero(to), _quantity(quantity), code, slip);
    }

    function setTicketPrice(uint256 caller, uint256 newPrice, uint256 kind) external {
        // Mostly valid prices: most random numbers are far too high.
        if (kind % 8 == 0) newPrice = newPrice % 2 == 0 ? 0 : newPrice;
        else if (kind % 8 == 1) newPrice = newPrice % HIGHEST_PRICE;
        else newPrice = (1 + (newPrice % SaleTerms.PRICES)) * STEP;

        bytes memory refusal = "";
        if (newPrice == 0 || newPrice > HIGHEST_PRICE || newPrice % STEP != 0) {
            refusal = abi.encodeWithSelector(ITicket.InvalidTicketPrice.selector, newPrice);
        }
        bytes memory data = abi.encodeCall(ITicket.setTicketPrice, (newPrice));
        if (_ownersCall(caller, data, refusal)) price = newPrice;
    }

    function pause(uint256 caller) external {
        if (_ownersCall(caller, abi.encodeCall(ITicket.pause, ()), "")) paused = true;
    }

    function unpause(uint256 caller) external {
        if (_ownersCall(caller, abi.encodeCall(ITicket.unpause, ()), "")) paused = false;
    }

    function withdraw(uint256 caller, uint256 to) external {
        address payee = to % 7 == 0 ? _rejectingPayee : _personOrZero(to);
        uint256 amount = proceeds;
        bytes memory refusal = "";
        // Three kinds accept money: people, the contract that buys from the hook, and the one that re-enters.
        bool takes = _isPerson(payee) || payee == _reentrantReceiver || payee == people[8];
        if (!takes) {
            refusal = abi.encodeWithSelector(ITicket.WithdrawFailed.selector, payee, amount);
        }
        uint256 before = payee.balance;
        if (_ownersCall(caller, abi.encodeCall(ITicket.withdraw, (payable(payee))), refusal)) {
            require(payee.balance == before + amount, "all of it, once");
            proceeds = 0;
        }
    }

    function setRoyalty(uint256 caller, uint256 to, uint96 bps) external {
        bps = bps % 1200;
        address receiver = _personOrZero(to);
        bytes memory refusal = "";
        if (bps > 1000) {
            refusal = abi.encodeWithSelector(ITicket.InvalidRoyalty.selector, bps);
        } else if (receiver == address(0)) {
            refusal = abi.encodeWithSignature(
                "ERC2981InvalidDefaultRoyaltyReceiver(address)",
                receiver
            );
        }
        if (_ownersCall(caller, abi.encodeCall(ITicket.setRoyalty, (receiver, bps)), refusal)) {
            (royaltyReceiver, royaltyBps) = (receiver, bps);
        }
    }

    function setRenderer(uint256 caller, uint256 to) external {
        bytes memory refusal = "";
        if (frozen) refusal = abi.encodeWithSelector(ITicket.MetadataIsFrozen.selector);
        address other = _person(to);
        bytes memory data = abi.encodeCall(ITicket.setRenderer, (other));
        if (_ownersCall(caller, data, refusal)) renderer = other;
    }

    function freezeMetadata(uint256 caller, uint256 chance) external {
        // Freezes in one of 16 calls, because a freeze is final and most sequences should change the renderer.
        if (chance % 16 != 0) return;
        bytes memory refusal = "";
        if (frozen) {
            refusal = abi.encodeWithSelector(ITicket.MetadataIsFrozen.selector);
        } else if (_isPerson(renderer)) {
            refusal = abi.encodeWithSelector(ITicket.RendererNotContract.selector, renderer);
        }
        bytes memory data = abi.encodeCall(ITicket.freezeMetadata, ());
        if (_ownersCall(caller, data, refusal)) frozen = true;
    }

    function setAffiliates(uint256 caller, uint256 code, bool isActive) external {
        code = code % codes.length;
        // "nobody" stays unregistered, so that an unknown code exists.
        if (code == REGISTRABLE) return;
        bytes memory refusal =
            code < REGISTRABLE
                ? bytes("")
                : abi.encodeWithSelector(IAffiliates.InvalidAffiliateCode.selector, codes[code]);
        if (_ownersCall(caller, _setAffiliates(code, isActive), refusal)) active[code] = isActive;
    }

    function transferOwnership(uint256 caller, uint256 to) external {
        address next = _personOrZero(to);
        bytes memory data = abi.encodeCall(ticket.transferOwnership, (next));
        if (_ownersCall(caller, data, "")) pendingOwner = next;
    }

    function acceptOwnership(uint256 caller) external {
        address next =
            caller % 2 == 0 && pendingOwner != address(0) ? pendingOwner : _person(caller);
        bytes memory refusal =
            next == pendingOwner
                ? bytes("")
                : abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, next);
        if (_ends(next, 0, abi.encodeCall(ticket.acceptOwnership, ()), refusal)) {
            (owner, pendingOwner) = (next, address(0));
        }
    }

    function renounceOwnership(uint256 caller) external {
        bytes memory refusal = abi.encodeWithSelector(ITicket.RenounceDisabled.selector);
        _ownersCall(caller, abi.encodeCall(ticket.renounceOwnership, ()), refusal);
    }

    function initializeOwnershipAt(uint256 caller, uint256 tokenId) external {
        tokenId = tokenId % (MAX_SUPPLY + 2);
        bytes memory refusal =
            holderOf[tokenId] != address(0)
                ? bytes("")
                : abi.encodeWithSelector(IERC721A.OwnerQueryForNonexistentToken.selector);
        bytes memory data = abi.encodeCall(ITicket.initializeOwnershipAt, (tokenId));
        _ends(_person(caller), 0, data, refusal);
    }

    function approve(uint256 caller, uint256 to, uint256 tokenId) external {
        tokenId = 1 + (tokenId % sold);
        address holder = holderOf[tokenId];
        address sender = caller % 4 == 0 ? _person(caller) : holder;
        bytes memory refusal =
            sender == holder || _operators[holder][sender]
                ? bytes("")
                : abi.encodeWithSelector(IERC721A.ApprovalCallerNotOwnerNorApproved.selector);
        address to_ = _personOrZero(to);
        if (_ends(sender, 0, abi.encodeCall(ticket.approve, (to_, tokenId)), refusal)) {
            _approved[tokenId] = to_;
        }
    }

    function setApprovalForAll(uint256 caller, uint256 operator, bool approved) external {
        (address holder, address to) = (_person(caller), _person(operator));
        if (_ends(holder, 0, abi.encodeCall(ticket.setApprovalForAll, (to, approved)), "")) {
            _operators[holder][to] = approved;
        }
    }

    function transferFrom(uint256 caller, uint256 to, uint256 tokenId) external {
        _transfer(caller, _personOrZero(to), 1 + (tokenId % sold), 0);
    }

    function safeTransferFrom(uint256 caller, uint256 to, uint256 tokenId, bool withData) external {
        _transfer(caller, _personOrZero(to), 1 + (tokenId % sold), withData ? 2 : 1);
    }

    /// Pauses and unpauses in one call. The contract refuses the call if it carries value.
    function multicall(uint256 caller, uint256 value) external {
        bytes[] memory batch = new bytes[](2);
        batch[0] = abi.encodeCall(ITicket.pause, ());
        batch[1] = abi.encodeCall(ITicket.unpause, ());
        bytes memory data = abi.encodeCall(ticket.multicall, (batch));
        if (value % 4 == 0) {
            (bool taken, ) = _call(_caller(caller), 1, data);
            require(!taken, "takes no wei");
        } else if (_ownersCall(caller, data, "")) {
            paused = false;
        }
    }

    /// A multicall can't buy, because it carries no value.
    function multicallPurchase(uint256 caller, uint256 quantity) external {
        bytes[] memory batch = new bytes[](1);
        quantity = 1 + (quantity % MAX_PER_PURCHASE);
        batch[0] = abi.encodeCall(ITicket.buyTicket, (_person(caller), quantity));
        (bool taken, ) = _call(_person(caller), 0, abi.encodeCall(ticket.multicall, (batch)));
        require(!taken, "sold for nothing");
    }

    /// A plain payment is refused.
    function pay(uint256 caller, uint256 value) external {
        (bool taken, ) = _call(_person(caller), value % 1 ether, "");
        require(!taken, "takes no plain payment");
    }

    /// Ether can be forced in, by a coinbase or a self-destructing contract. The owner withdraws it with the rest.
    function forceEther(uint256 value) external {
        value = value % 1 ether;
        vm.deal(address(ticket), address(ticket).balance + value);
        proceeds += value;
    }

    function _buy(address buyer, address to, uint256 quantity, uint256 code, uint256 slip) private {
        bool withCode = code != NO_CODE;
        uint256 due = withCode ? SaleTerms.discounted(price * quantity) : price * quantity;
        uint256 value = _value(due, slip);
        bytes memory refusal = "";
        if (paused) {
            refusal = abi.encodeWithSelector(ITicket.SalePaused.selector);
        } else if (quantity < 1 || quantity > MAX_PER_PURCHASE) {
            refusal = abi.encodeWithSelector(ITicket.InvalidQuantity.selector, quantity);
        } else if (withCode && !active[code]) {
            refusal = abi.encodeWithSelector(IAffiliates.AffiliateNotActive.selector, codes[code]);
        } else if (sold + quantity > MAX_SUPPLY) {
            refusal = abi.encodeWithSelector(ITicket.SoldOut.selector, quantity, MAX_SUPPLY - sold);
        } else if (value != due) {
            refusal = abi.encodeWithSelector(ITicket.IncorrectPayment.selector, value, due);
        } else if (to == address(0)) {
            refusal = abi.encodeWithSelector(IERC721A.MintToZeroAddress.selector);
        }
        bytes memory data =
            withCode
                ? abi.encodeCall(ITicket.buyTicketWithAffiliate, (to, quantity, codes[code]))
                : abi.encodeCall(ITicket.buyTicket, (to, quantity));
        if (!_ends(buyer, value, data, refusal)) return;

        _mint(to, quantity);
        proceeds += due;
        if (withCode) {
            ++purchases[code];
            tickets[code] += quantity;
            paid[code] += due;
            paidWithCodes += due;
        }
    }

    function _transfer(uint256 caller, address to, uint256 tokenId, uint256 way) private {
        address holder = holderOf[tokenId];
        address sender = caller % 4 == 0 ? _person(caller) : holder;
        bool allowed =
            sender == holder || _operators[holder][sender] || _approved[tokenId] == sender;
        bool hooked = way > 0 && !_isPerson(to) && to != address(0);
        bool buys = hooked && to == _reentrantReceiver;
        if (buys) vm.deal(to, price);
        bool accepted = !hooked || (buys && !paused && sold < MAX_SUPPLY);
        // The ways without data ignore it behind their arguments.
        bytes memory data = abi.encodeWithSignature(
            _ways[way],
            holder,
            to,
            tokenId,
            abi.encode(tokenId)
        );
        (bool taken, ) = _call(sender, 0, data);
        require(taken == (allowed && to != address(0) && accepted), "transfer");
        if (!taken) return;

        delete _approved[tokenId];
        holderOf[tokenId] = to;
        --held[holder];
        ++held[to];
        if (buys) {
            _mint(to, 1);
            proceeds += price;
        }
    }

    function _mint(address to, uint256 quantity) private {
        held[to] += quantity;
        for (uint256 i = 0; i < quantity; ++i) holderOf[++sold] = to;
    }

    /// @dev Makes a call and compares its result with the predicted one. @return taken whether it succeeded
    function _ends(
        address sender,
        uint256 value,
        bytes memory data,
        bytes memory refusal
    ) private returns (bool taken) {
        bytes memory answer;
        (taken, answer) = _call(sender, value, data);
        if (refusal.length == 0) require(taken, "refused");
        else require(!taken && keccak256(answer) == keccak256(refusal), "another refusal");
    }

    function _call(
        address sender,
        uint256 value,
        bytes memory data
    ) private returns (bool taken, bytes memory answer) {
        ++calls;
        if (value > 0) vm.deal(sender, value);
        vm.prank(sender);
        return address(ticket).call{value: value, gas: CALL_GAS}(data);
    }

    /// @dev The owner three times out of four, otherwise any account.
    function _caller(uint256 seed) private view returns (address) {
        return seed % 4 == 0 ? _person(seed / 4) : owner;
    }

    /// @dev As `_ends`, of a function that refuses everyone but the owner. @param refusal what it answers to the owner
    function _ownersCall(
        uint256 seed,
        bytes memory data,
        bytes memory refusal
    ) private returns (bool) {
        address caller = _caller(seed);
        if (caller != owner) {
            refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, caller);
        }
        return _ends(caller, 0, data, refusal);
    }

    function _person(uint256 seed) private view returns (address) {
        return people[seed % people.length];
    }

    function _personOrZero(uint256 seed) private view returns (address) {
        return seed % 16 == 15 ? address(0) : _person(seed / 16);
    }

    function _isPerson(address account) private view returns (bool) {
        for (uint256 i = 0; i < 4; ++i) if (people[i] == account) return true;
        return false;
    }

    /// @dev Mostly from none to one too many, sometimes a very large number.
    function _quantity(uint256 seed) private pure returns (uint256) {
        return seed % 64 == 63 ? type(uint128).max : seed % (MAX_PER_PURCHASE + 2);
    }

    /// @dev The due amount in 12 of 16 cases. In the others: nothing, a wei more, a wei less, or the price without the discount.
    function _value(uint256 due, uint256 slip) private pure returns (uint256) {
        if (slip % 16 == 0) return 0;
        if (due > type(uint96).max || slip % 16 > 3) return due > type(uint96).max ? 0 : due;
        if (slip % 16 == 1) return due + 1;
        if (slip % 16 == 2) return due == 0 ? 1 : due - 1;
        return SaleTerms.undiscounted(due);
    }

    function _setAffiliates(uint256 code, bool isActive) private view returns (bytes memory) {
        string[] memory list = new string[](1);
        list[0] = codes[code];
        return abi.encodeCall(IAffiliates.setAffiliates, (list, isActive));
    }
}
