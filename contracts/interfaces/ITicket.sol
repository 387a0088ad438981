// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AffiliateId} from "../AffiliateId.sol";
import {IAffiliates} from "./IAffiliates.sol";

/// @notice The terms under which `Ticket` is deployed. The constructor takes them by name, so that no two can be swapped.
struct SaleConfig {
    /// Account that runs the sale. Not zero.
    address owner;
    /// Price of one ticket in wei, within the bounds of `ITicket.setTicketPrice`.
    uint256 ticketPrice;
    /// Account that marketplaces are asked to pay the royalty to. Not zero.
    address royaltyReceiver;
    /// Royalty in basis points of a resale's price, at most 1000.
    uint96 royaltyBps;
    /// Contract that draws tickets, an `ITicketRenderer`. Not checked.
    address renderer;
    /// Whether sales are paused at first.
    bool startPaused;
}

/// @title A collection of tickets, sold for the chain's own currency
/// @notice What the page, the scripts and other contracts use of `Ticket`, beside ERC-721, ERC-2981 and Ownable2Step.
/// All sums are in wei; the sale's numbers are in `Collection`. Payment is exact: there are no refunds because there is nothing to refund.
interface ITicket is IAffiliates {
    /* EVENTS */

    /// @notice Tickets `firstTokenId` to `firstTokenId + quantity - 1` were sold.
    /// @param buyer account that paid
    /// @param to account that received the tickets
    /// @param affiliate keccak256 of the affiliate code; zero without one
    /// @param firstTokenId the lowest number of them
    /// @param quantity how many
    /// @param paid wei, for all of them
    event TicketsSold(
        address indexed buyer,
        address indexed to,
        AffiliateId indexed affiliate,
        uint256 firstTokenId,
        uint256 quantity,
        uint256 paid
    );

    /// @notice The price of one ticket was set. Emitted for an equal price too.
    /// @param previous wei for one ticket until now; zero at the deployment
    /// @param price wei for one ticket from now on
    event TicketPriceSet(uint256 previous, uint256 price);

    /// @notice Sales were paused or resumed. Emitted even if nothing changed.
    /// @param paused whether sales are paused from now on
    event PauseSet(bool paused);

    /// @notice The royalty asked of marketplaces (ERC-2981) was set.
    /// @param receiver account to be paid
    /// @param bps basis points of a resale's price
    event RoyaltySet(address indexed receiver, uint96 bps);

    /// @notice The proceeds were sent.
    /// @param to account that received them
    /// @param amount wei
    event Withdrawn(address indexed to, uint256 amount);

    /// @notice Tickets are drawn by another contract from now on.
    /// @param renderer that contract
    event RendererSet(address indexed renderer);

    /// @notice The renderer can't be replaced any more.
    event MetadataFrozen();

    /// @notice ERC-4906: the metadata of one ticket changed.
    /// @param _tokenId that ticket
    event MetadataUpdate(uint256 _tokenId);

    /// @notice ERC-4906: the metadata of a range of tickets changed.
    /// @param _fromTokenId the first of them
    /// @param _toTokenId the last of them
    event BatchMetadataUpdate(uint256 _fromTokenId, uint256 _toTokenId);

    /// @notice ERC-7572: the metadata of the collection changed.
    event ContractURIUpdated();

    /* ERRORS */

    /// @notice The quantity is not 1 to `MAX_PER_PURCHASE`.
    /// @param quantity number of tickets asked for
    error InvalidQuantity(uint256 quantity);

    /// @notice Fewer tickets remain than were asked for.
    /// @param requested number of tickets asked for
    /// @param remaining number of tickets that can still be sold
    error SoldOut(uint256 requested, uint256 remaining);

    /// @notice The value sent is not what is due, for example because the price changed meanwhile.
    /// @param sent wei
    /// @param expected wei
    error IncorrectPayment(uint256 sent, uint256 expected);

    /// @notice The price is zero, above `Collection.MAX_PRICE`, or not a multiple of `Collection.PRICE_STEP`.
    /// @param price wei for one ticket
    error InvalidTicketPrice(uint256 price);

    /// @notice The owner has paused sales.
    error SalePaused();

    /// @notice The payee refused the proceeds, or is the zero address.
    /// @param to the payee
    /// @param amount the proceeds, in wei: they are still there
    error WithdrawFailed(address to, uint256 amount);

    /// @notice The royalty is above 1000 basis points.
    /// @param bps basis points asked for
    error InvalidRoyalty(uint96 bps);

    /// @notice Without an owner the proceeds could never be withdrawn.
    error RenounceDisabled();

    /// @notice The renderer was frozen.
    error MetadataIsFrozen();

    /// @notice No contract is at the renderer's address, or an account that delegates to one (EIP-7702) and can change that.
    /// So the pictures could change after they were frozen.
    /// @param renderer that address
    error RendererNotContract(address renderer);

    /* BUYING */

    /// @notice Buys tickets at the full price.
    /// @param to account that receives them: any address but zero, be it an EOA, a smart account or a Safe. It is not
    /// called, so it can't refuse.
    /// @param amount number of tickets, 1 to `MAX_PER_PURCHASE`
    /// @dev `msg.value` must equal `getPriceForQuantity(amount)`. Reverts, whichever comes first, with `SalePaused`,
    /// `InvalidQuantity`, `SoldOut`, `IncorrectPayment`, or ERC721A's `MintToZeroAddress`.
    function buyTicket(address to, uint256 amount) external payable;

    /// @notice Buys tickets at the affiliate price.
    /// @param to account that receives them, as in `buyTicket`
    /// @param amount number of tickets, 1 to `MAX_PER_PURCHASE`
    /// @param affiliateCode an active code, byte for byte
    /// @dev `msg.value` must equal `getAffiliatePriceForQuantity(amount)`. Reverts, whichever comes first, with
    /// `SalePaused`, `InvalidQuantity`, `AffiliateNotActive`, `SoldOut`, `IncorrectPayment`, or ERC721A's
    /// `MintToZeroAddress`.
    function buyTicketWithAffiliate(
        address to,
        uint256 amount,
        string calldata affiliateCode
    ) external payable;

    /* OWNER */

    /// @notice Sets the price of one ticket. Owner only.
    /// @param price wei: a multiple of `Collection.PRICE_STEP` (so that it and the affiliate price are exact at six
    /// decimals of ether), more than zero, at most `Collection.MAX_PRICE`
    /// @dev Reverts with `OwnableUnauthorizedAccount` or `InvalidTicketPrice`. A purchase under way at the old price
    /// reverts with `IncorrectPayment`; it never pays the new one.
    function setTicketPrice(uint256 price) external;

    /// @notice Stops sales, and nothing else: not transfers, not withdrawal. Owner only.
    /// @dev Reverts with `OwnableUnauthorizedAccount`. Emits `PauseSet` even if sales are paused already.
    function pause() external;

    /// @notice Resumes sales. Owner only.
    /// @dev Reverts with `OwnableUnauthorizedAccount`. Emits `PauseSet` even if sales are open already.
    function unpause() external;

    /// @notice Sends all proceeds. Owner only.
    /// @param to the payee. It is called last, with all remaining gas.
    /// @dev Reverts with `OwnableUnauthorizedAccount`, or with `WithdrawFailed` if `to` is zero or refuses.
    function withdraw(address payable to) external;

    /// @notice Sets the royalty asked of marketplaces (ERC-2981). Owner only.
    /// @param receiver account to be paid: not zero
    /// @param bps basis points of a resale's price, at most 1000
    /// @dev Reverts with `OwnableUnauthorizedAccount`, `InvalidRoyalty`, or OpenZeppelin's
    /// `ERC2981InvalidDefaultRoyaltyReceiver`.
    function setRoyalty(address receiver, uint96 bps) external;

    /// @notice Replaces the contract that draws tickets, until it is frozen. Owner only.
    /// @param newRenderer an `ITicketRenderer`
    /// @dev Reverts with `OwnableUnauthorizedAccount` or `MetadataIsFrozen`.
    /// Warning: the new renderer is not checked. A broken one hides the pictures; it can't touch sale or tickets.
    function setRenderer(address newRenderer) external;

    /// @notice Keeps the present renderer for ever. Owner only.
    /// @dev Reverts with `OwnableUnauthorizedAccount`, `MetadataIsFrozen`, or with `RendererNotContract` if there is no
    /// code at the renderer's address, or an account's delegation (EIP-7702).
    /// Warning: what that code does is not checked. Look at some pictures first.
    function freezeMetadata() external;

    /* ANYONE */

    /// @notice Writes the owner of a ticket to its own slot, so that its first transfer out of a batch costs less. It
    /// changes no owner, and anyone may call it.
    /// @param tokenId a ticket that was sold
    /// @dev Reverts with ERC721A's `OwnerQueryForNonexistentToken`.
    function initializeOwnershipAt(uint256 tokenId) external;

    /* VIEWS */

    /// @notice Tickets sold so far. None is ever burnt.
    /// @return number of tickets
    function totalSupply() external view returns (uint256);

    /// @notice What a purchase without an affiliate code costs.
    /// @param quantity number of tickets, 1 to `MAX_PER_PURCHASE`
    /// @return wei for all of them
    /// @dev Reverts with `InvalidQuantity`.
    function getPriceForQuantity(uint256 quantity) external view returns (uint256);

    /// @notice What a purchase with an active affiliate code costs: exactly
    /// `Collection.AFFILIATE_PRICE_PERCENT` of the full price.
    /// @param quantity number of tickets, 1 to `MAX_PER_PURCHASE`
    /// @return wei for all of them
    /// @dev Reverts with `InvalidQuantity`.
    function getAffiliatePriceForQuantity(uint256 quantity) external view returns (uint256);

    /// @notice Price of one ticket.
    /// @return wei
    function ticketPrice() external view returns (uint256);

    /// @notice Whether sales are paused.
    /// @return true while they are
    function paused() external view returns (bool);

    /// @notice The contract that draws tickets.
    /// @return its address
    function renderer() external view returns (address);

    /// @notice Whether the renderer is fixed for ever.
    /// @return true once it is
    function metadataFrozen() external view returns (bool);

    /// @notice The collection's metadata (ERC-7572).
    /// @return the renderer's answer: a `data:application/json` URI if it is drawn on chain, else the URI of a JSON file
    /// @dev Reverts as the renderer does.
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
