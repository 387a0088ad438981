// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AffiliateId} from "../AffiliateId.sol";
import {IAffiliates} from "./IAffiliates.sol";

/// @notice The terms of a sale. The constructor takes them by name, because two addresses by position are easily swapped.
struct SaleConfig {
    /// Account that runs the sale. Not zero.
    address owner;
    /// Price of one ticket in wei, within the bounds of `ITicket.setTicketPrice`.
    uint256 ticketPrice;
    /// Account that marketplaces should pay the royalty to. Not zero.
    address royaltyReceiver;
    /// Royalty in basis points of a resale's price, at most 1000.
    uint96 royaltyBps;
    /// Contract that returns the metadata, an `ITicketRenderer`. Not checked.
    address renderer;
    /// Whether sales start paused.
    bool startPaused;
}

/// @title A collection of tickets, sold for the chain's own currency
/// @notice The functions of `Ticket` beside ERC-721, ERC-2981 and Ownable2Step. All sums are in wei. `Collection` has the
/// sale's numbers. A buyer pays the exact price, so there are no refunds.
interface ITicket is IAffiliates {
    /* EVENTS */

    /// @notice A buyer bought tickets `firstTokenId` to `firstTokenId + quantity - 1`.
    /// @param buyer account that paid
    /// @param to account that received the tickets
    /// @param affiliate keccak256 of the affiliate code; zero without one
    /// @param firstTokenId the lowest number
    /// @param quantity number of tickets
    /// @param paid wei for all of them
    event TicketsSold(
        address indexed buyer,
        address indexed to,
        AffiliateId indexed affiliate,
        uint256 firstTokenId,
        uint256 quantity,
        uint256 paid
    );

    /// @notice The owner set the price of one ticket. Emitted even if the price is the same.
    /// @param previous wei for one ticket until now; zero at the deployment
    /// @param price wei for one ticket from now on
    event TicketPriceSet(uint256 previous, uint256 price);

    /// @notice The owner paused or resumed sales. Emitted even if nothing changed.
    /// @param paused whether sales are paused from now on
    event PauseSet(bool paused);

    /// @notice The owner set the royalty (ERC-2981).
    /// @param receiver account that marketplaces should pay
    /// @param bps basis points of a resale's price
    event RoyaltySet(address indexed receiver, uint96 bps);

    /// @notice The owner withdrew the proceeds.
    /// @param to account that received them
    /// @param amount wei
    event Withdrawn(address indexed to, uint256 amount);

    /// @notice The owner replaced the renderer.
    /// @param renderer contract that returns the metadata from now on
    event RendererSet(address indexed renderer);

    /// @notice The owner froze the renderer. Nobody can replace it any more.
    event MetadataFrozen();

    /// @notice ERC-4906: the metadata of one ticket changed.
    /// @param _tokenId the ticket
    event MetadataUpdate(uint256 _tokenId);

    /// @notice ERC-4906: the metadata of a range of tickets changed.
    /// @param _fromTokenId the first ticket
    /// @param _toTokenId the last ticket
    event BatchMetadataUpdate(uint256 _fromTokenId, uint256 _toTokenId);

    /// @notice ERC-7572: the metadata of the collection changed.
    event ContractURIUpdated();

    /* ERRORS */

    /// @notice The quantity is not 1 to `MAX_PER_PURCHASE`.
    /// @dev Buy up to `MAX_PER_PURCHASE` at a time, as often as you like.
    /// @param quantity number of tickets asked for
    error InvalidQuantity(uint256 quantity);

    /// @notice Fewer tickets remain than the buyer asked for.
    /// @dev Ask for `remaining`, if it is not zero.
    /// @param requested number of tickets asked for
    /// @param remaining number of tickets that can still be sold
    error SoldOut(uint256 requested, uint256 remaining);

    /// @notice The value is not the price, for example because the price has changed. Nothing was paid.
    /// @dev Send exactly `expected`.
    /// @param sent wei
    /// @param expected wei
    error IncorrectPayment(uint256 sent, uint256 expected);

    /// @notice The price is zero, above `Collection.MAX_PRICE`, or not a multiple of `Collection.PRICE_STEP`.
    /// @dev Both bounds come from collection.ts.
    /// @param price wei for one ticket
    error InvalidTicketPrice(uint256 price);

    /// @notice The owner has paused sales.
    /// @dev Wait. Holders can still transfer tickets.
    error SalePaused();

    /// @notice The payee refused the proceeds, or is the zero address. The contract still holds them.
    /// @dev Name another payee, such as your own wallet.
    /// @param to the payee
    /// @param amount the proceeds, in wei
    error WithdrawFailed(address to, uint256 amount);

    /// @notice The royalty is above 1000 basis points.
    /// @dev Ask for at most 1000, which is 10 %.
    /// @param bps basis points asked for
    error InvalidRoyalty(uint96 bps);

    /// @notice The owner can't renounce, because without an owner nobody could withdraw the proceeds.
    /// @dev Hand the ownership over by `transferOwnership` instead.
    error RenounceDisabled();

    /// @notice The renderer is frozen.
    /// @dev There is no way back: freezing is a promise to holders.
    error MetadataIsFrozen();

    /// @notice The renderer's address has no contract, or is an account that delegates to one (EIP-7702). So the pictures
    /// could still change after the freeze.
    /// @dev Set a renderer that draws, look at some pictures, then freeze.
    /// @param renderer the address
    error RendererNotContract(address renderer);

    /* BUYING */

    /// @notice Buys tickets at the full price.
    /// @param to account that receives them: any address except zero, such as an EOA, a smart account or a Safe. The
    /// contract does not call it, so it can't refuse.
    /// @param amount number of tickets, 1 to `MAX_PER_PURCHASE`
    /// @dev `msg.value` must equal `getPriceForQuantity(amount)`. Checks in this order, and reverts with `SalePaused`,
    /// `InvalidQuantity`, `SoldOut`, `IncorrectPayment` or ERC721A's `MintToZeroAddress`.
    function buyTicket(address to, uint256 amount) external payable;

    /// @notice Buys tickets at the affiliate price.
    /// @param to account that receives them, as in `buyTicket`
    /// @param amount number of tickets, 1 to `MAX_PER_PURCHASE`
    /// @param affiliateCode an active code, byte for byte
    /// @dev `msg.value` must equal `getAffiliatePriceForQuantity(amount)`. Checks in this order, and reverts with
    /// `SalePaused`, `InvalidQuantity`, `AffiliateNotActive`, `SoldOut`, `IncorrectPayment` or ERC721A's
    /// `MintToZeroAddress`.
    function buyTicketWithAffiliate(
        address to,
        uint256 amount,
        string calldata affiliateCode
    ) external payable;

    /* OWNER */

    /// @notice Sets the price of one ticket. Owner only.
    /// @param price wei: more than zero, at most `Collection.MAX_PRICE`, and a multiple of `Collection.PRICE_STEP`, because
    /// both prices have to be exact at six decimals of ether
    /// @dev Reverts with `OwnableUnauthorizedAccount` or `InvalidTicketPrice`. A pending purchase at the old price reverts
    /// with `IncorrectPayment`, and never pays the new price.
    function setTicketPrice(uint256 price) external;

    /// @notice Stops sales. Transfers and withdrawal go on. Owner only.
    /// @dev Reverts with `OwnableUnauthorizedAccount`. Emits `PauseSet` even if sales are paused already.
    function pause() external;

    /// @notice Resumes sales. Owner only.
    /// @dev Reverts with `OwnableUnauthorizedAccount`. Emits `PauseSet` even if sales are open already.
    function unpause() external;

    /// @notice Sends all proceeds to `to`. Owner only.
    /// @param to the payee. The contract calls it last, with all remaining gas.
    /// @dev Reverts with `OwnableUnauthorizedAccount`, or with `WithdrawFailed` if `to` is zero or refuses.
    function withdraw(address payable to) external;

    /// @notice Sets the royalty (ERC-2981). Owner only.
    /// @param receiver account that marketplaces should pay. Not zero.
    /// @param bps basis points of a resale's price, at most 1000
    /// @dev Reverts with `OwnableUnauthorizedAccount`, `InvalidRoyalty`, or OpenZeppelin's
    /// `ERC2981InvalidDefaultRoyaltyReceiver`.
    function setRoyalty(address receiver, uint96 bps) external;

    /// @notice Replaces the renderer, until it is frozen. Owner only.
    /// @param newRenderer an `ITicketRenderer`
    /// @dev Reverts with `OwnableUnauthorizedAccount` or `MetadataIsFrozen`.
    /// Warning: the contract does not check the new renderer. A broken one hides the pictures; it can't touch the sale or a
    /// ticket.
    function setRenderer(address newRenderer) external;

    /// @notice Freezes the present renderer for ever. Owner only.
    /// @dev Reverts with `OwnableUnauthorizedAccount`, `MetadataIsFrozen`, or with `RendererNotContract` if the renderer's
    /// address has no code or only an account's delegation (EIP-7702).
    /// Warning: the contract does not check what that code does. Look at some pictures first.
    function freezeMetadata() external;

    /* ANYONE */

    /// @notice Writes a ticket's owner to the ticket's own slot, which makes its first transfer out of a batch cheaper. It
    /// changes no owner, and anyone may call it.
    /// @param tokenId a ticket that was sold
    /// @dev Reverts with ERC721A's `OwnerQueryForNonexistentToken`.
    function initializeOwnershipAt(uint256 tokenId) external;

    /* VIEWS */

    /// @notice Tickets sold so far. Nobody can burn one.
    /// @return number of tickets
    function totalSupply() external view returns (uint256);

    /// @notice Price of a purchase without an affiliate code.
    /// @param quantity number of tickets, 1 to `MAX_PER_PURCHASE`
    /// @return wei for all of them
    /// @dev Reverts with `InvalidQuantity`.
    function getPriceForQuantity(uint256 quantity) external view returns (uint256);

    /// @notice Price of a purchase with an active affiliate code: exactly `Collection.AFFILIATE_PRICE_PERCENT` of the full
    /// price.
    /// @param quantity number of tickets, 1 to `MAX_PER_PURCHASE`
    /// @return wei for all of them
    /// @dev Reverts with `InvalidQuantity`.
    function getAffiliatePriceForQuantity(uint256 quantity) external view returns (uint256);

    /// @notice Price of one ticket.
    /// @return wei
    function ticketPrice() external view returns (uint256);

    /// @notice Whether sales are paused.
    /// @return true while sales are paused
    function paused() external view returns (bool);

    /// @notice The contract that returns the tickets' metadata.
    /// @return its address
    function renderer() external view returns (address);

    /// @notice Whether the renderer is frozen for ever.
    /// @return true once it is frozen
    function metadataFrozen() external view returns (bool);

    /// @notice The collection's metadata (ERC-7572).
    /// @return the renderer's answer: a `data:application/json` URI for pictures on chain, or else the URI of a JSON file
    /// @dev Reverts if the renderer does.
    function contractURI() external view returns (string memory);

    /// @notice Size of the collection.
    /// @return tickets: `Collection.SIZE`
    // solhint-disable-next-line func-name-mixedcase -- a constant's getter
    function MAX_SUPPLY() external view returns (uint256);

    /// @notice Most tickets in one purchase.
    /// @return tickets: `Collection.MAX_PER_PURCHASE`
    // solhint-disable-next-line func-name-mixedcase -- a constant's getter
    function MAX_PER_PURCHASE() external view returns (uint256);
}
