// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";
import {ERC721A} from "erc721a/contracts/ERC721A.sol";
import {AffiliateId} from "./AffiliateId.sol";
import {Affiliates} from "./Affiliates.sol";
import {Collection} from "./Collection.sol";
import {ITicket, SaleConfig} from "./interfaces/ITicket.sol";
import {ITicketRenderer} from "./interfaces/ITicketRenderer.sol";

/// @title Ticket: NFT tickets for the chain's own currency, less with an affiliate code
/// @dev ERC721A's `_mint` writes one ownership slot per purchase and calls no receiver, so 50 tickets fit in 300000 gas and
/// nobody can re-enter. `Multicall` lets the page read everything in one call. It is not payable, so it can't spend a
/// value twice.
/// @custom:security-contact Ask the account of owner() for an address, or see SECURITY.md in the source repository
contract Ticket is ITicket, ERC721A, ERC2981, Affiliates, Multicall {
    /* TYPES */

    /// @dev One slot, because a purchase reads both. `ticketPrice` is at most `Collection.MAX_PRICE`.
    struct Sale {
        uint128 ticketPrice;
        bool paused;
    }

    /* CONSTANTS */

    /// @inheritdoc ITicket
    uint256 public constant MAX_SUPPLY = Collection.SIZE;
    /// @inheritdoc ITicket
    uint256 public constant MAX_PER_PURCHASE = Collection.MAX_PER_PURCHASE;

    /// @dev The affiliate of a purchase without a code.
    AffiliateId private constant _NO_AFFILIATE = AffiliateId.wrap(0);
    uint96 private constant _MAX_ROYALTY_BPS = 1000;
    bytes4 private constant _ERC4906_INTERFACE_ID = 0x49064906;
    /// @dev An account that delegates has this code, followed by the address of its contract (EIP-7702).
    bytes3 private constant _DELEGATION_PREFIX = 0xef0100;

    /* STORAGE */

    Sale private _sale;
    ITicketRenderer private _renderer;
    bool private _metadataFrozen;

    /* CONSTRUCTOR */

    /// @param config the terms of the sale
    /// @dev Reverts with OpenZeppelin's `OwnableInvalidOwner` or `ERC2981InvalidDefaultRoyaltyReceiver`, with
    /// `InvalidTicketPrice`, or with `InvalidRoyalty`.
    constructor(
        SaleConfig memory config
    ) ERC721A(Collection.NAME, Collection.SYMBOL) Ownable(config.owner) {
        _setTicketPrice(config.ticketPrice);
        _setPaused(config.startPaused);
        _setRoyalty(config.royaltyReceiver, config.royaltyBps);
        _setRenderer(config.renderer);
    }

    /* BUYING */

    /// @inheritdoc ITicket
    function buyTicket(address to, uint256 amount) external payable {
        _sell(to, amount, _openPrice(amount), _NO_AFFILIATE);
    }

    /// @inheritdoc ITicket
    function buyTicketWithAffiliate(
        address to,
        uint256 amount,
        string calldata affiliateCode
    ) external payable {
        uint256 due = _discounted(_openPrice(amount));
        // The same as `affiliateIdOf`, whose call costs 32 gas.
        AffiliateId affiliate = AffiliateId.wrap(keccak256(bytes(affiliateCode)));
        if (!_isActive(affiliate)) revert AffiliateNotActive(affiliateCode);

        // `_sell` may still revert, which undoes this.
        _recordSale(affiliate, amount, due);
        _sell(to, amount, due, affiliate);
    }

    /// @dev Checks pause and quantity. Returns the full price.
    function _openPrice(uint256 quantity) private view returns (uint256) {
        (uint256 price, bool isPaused) = (_sale.ticketPrice, _sale.paused);
        if (isPaused) revert SalePaused();
        _checkQuantity(quantity);
        return price * quantity;
    }

    /// @dev Checks supply and payment, mints, and emits. It makes no external call.
    function _sell(address to, uint256 quantity, uint256 due, AffiliateId affiliate) private {
        uint256 firstTokenId = _nextTokenId();
        uint256 remaining = MAX_SUPPLY - (firstTokenId - _startTokenId());
        if (quantity > remaining) revert SoldOut(quantity, remaining);
        if (msg.value != due) revert IncorrectPayment(msg.value, due);

        _mint(to, quantity);
        emit TicketsSold(msg.sender, to, affiliate, firstTokenId, quantity, due);
    }

    /* OWNER: THE SALE */

    /// @inheritdoc ITicket
    function setTicketPrice(uint256 price) external onlyOwner {
        _setTicketPrice(price);
    }

    /// @inheritdoc ITicket
    function pause() external onlyOwner {
        _setPaused(true);
    }

    /// @inheritdoc ITicket
    function unpause() external onlyOwner {
        _setPaused(false);
    }

    /// @inheritdoc ITicket
    function withdraw(address payable to) external onlyOwner {
        uint256 proceeds = address(this).balance;
        if (to == address(0)) revert WithdrawFailed(to, proceeds);

        // Emitted before the call, because events of the payee's own calls should follow it in the log.
        emit Withdrawn(to, proceeds);
        (bool sent, ) = to.call{value: proceeds}("");
        if (!sent) revert WithdrawFailed(to, proceeds);
    }

    /// @notice Always reverts, because without an owner nobody could withdraw the proceeds.
    function renounceOwnership() public view override onlyOwner {
        revert RenounceDisabled();
    }

    function _setTicketPrice(uint256 price) private {
        if (price == 0 || price > Collection.MAX_PRICE || price % Collection.PRICE_STEP != 0) {
            revert InvalidTicketPrice(price);
        }

        uint256 previous = _sale.ticketPrice;
        // The cast loses nothing, because the price is at most `Collection.MAX_PRICE`.
        _sale.ticketPrice = uint128(price);
        emit TicketPriceSet(previous, price);
    }

    function _setPaused(bool isPaused) private {
        _sale.paused = isPaused;
        emit PauseSet(isPaused);
    }

    /* OWNER: ROYALTY AND METADATA */

    /// @inheritdoc ITicket
    function setRoyalty(address receiver, uint96 bps) external onlyOwner {
        _setRoyalty(receiver, bps);
    }

    /// @inheritdoc ITicket
    function setRenderer(address newRenderer) external onlyOwner {
        if (_metadataFrozen) revert MetadataIsFrozen();

        _setRenderer(newRenderer);
        emit BatchMetadataUpdate(_startTokenId(), MAX_SUPPLY);
        emit ContractURIUpdated();
    }

    /// @inheritdoc ITicket
    function freezeMetadata() external onlyOwner {
        if (_metadataFrozen) revert MetadataIsFrozen();
        address current = address(_renderer);
        bytes memory code = current.code;
        // No contract's code starts with 0xef (EIP-3541), so only an account that delegates has this prefix.
        if (code.length == 0 || bytes3(code) == _DELEGATION_PREFIX) {
            revert RendererNotContract(current);
        }

        _metadataFrozen = true;
        emit MetadataFrozen();
    }

    function _setRoyalty(address receiver, uint96 bps) private {
        if (bps > _MAX_ROYALTY_BPS) revert InvalidRoyalty(bps);

        _setDefaultRoyalty(receiver, bps);
        emit RoyaltySet(receiver, bps);
    }

    function _setRenderer(address newRenderer) private {
        _renderer = ITicketRenderer(newRenderer);
        emit RendererSet(newRenderer);
    }

    /* ANYONE */

    /// @inheritdoc ITicket
    function initializeOwnershipAt(uint256 tokenId) external {
        _initializeOwnershipAt(tokenId);
    }

    /* VIEWS: THE SALE */

    /// @inheritdoc ITicket
    function getPriceForQuantity(uint256 quantity) external view returns (uint256) {
        _checkQuantity(quantity);
        return _sale.ticketPrice * quantity;
    }

    /// @inheritdoc ITicket
    function getAffiliatePriceForQuantity(uint256 quantity) external view returns (uint256) {
        _checkQuantity(quantity);
        return _discounted(_sale.ticketPrice * quantity);
    }

    /// @inheritdoc ITicket
    function ticketPrice() external view returns (uint256) {
        return _sale.ticketPrice;
    }

    /// @inheritdoc ITicket
    function paused() external view returns (bool) {
        return _sale.paused;
    }

    /// @inheritdoc ITicket
    function totalSupply() public view override(ITicket, ERC721A) returns (uint256) {
        return super.totalSupply();
    }

    function _checkQuantity(uint256 quantity) private pure {
        if (quantity == 0 || quantity > MAX_PER_PURCHASE) revert InvalidQuantity(quantity);
    }

    /// @dev Exact: a valid price is a multiple of 100 wei.
    function _discounted(uint256 full) private pure returns (uint256) {
        return (full * Collection.AFFILIATE_PRICE_PERCENT) / 100;
    }

    /// @dev Starting at 0 would make the first purchase 17k gas dearer. People count from 1.
    function _startTokenId() internal pure override returns (uint256) {
        return 1;
    }

    /* VIEWS: METADATA */

    /// @inheritdoc ITicket
    function renderer() external view returns (address) {
        return address(_renderer);
    }

    /// @inheritdoc ITicket
    function metadataFrozen() external view returns (bool) {
        return _metadataFrozen;
    }

    /// @inheritdoc ITicket
    function contractURI() external view returns (string memory) {
        return _renderer.contractURI();
    }

    /// @notice A ticket's metadata and picture (ERC-721). Reverts with `URIQueryForNonexistentToken`.
    /// @param tokenId a ticket that was sold
    /// @return the renderer's answer: a `data:application/json` URI for pictures on chain, or else the URI of a JSON file
    function tokenURI(uint256 tokenId) public view override(ERC721A) returns (string memory) {
        if (!_exists(tokenId)) revert URIQueryForNonexistentToken();
        return _renderer.tokenURI(tokenId);
    }

    /// @notice ERC-165: true for ERC-721 and its metadata, ERC-2981 and ERC-4906.
    /// @param interfaceId the interface's id (ERC-165)
    /// @return whether this contract implements it
    function supportsInterface(
        bytes4 interfaceId
    ) public view override(ERC721A, ERC2981) returns (bool) {
        return
            interfaceId == _ERC4906_INTERFACE_ID ||
            ERC721A.supportsInterface(interfaceId) ||
            ERC2981.supportsInterface(interfaceId);
    }
}
