// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAffiliates} from "./IAffiliates.sol";

/// @title A collection of 5000 tickets, sold 1 to 50 at a time for the chain's own currency
/// @notice What the page, the scripts and other contracts use of `Ticket`, beside ERC-721, ERC-2981 and Ownable2Step.
/// All amounts are in wei. Payment is exact: there are no refunds because there is nothing to refund.
interface ITicket is IAffiliates {
    /// @notice Tickets `firstTokenId` to `firstTokenId + quantity - 1` were sold.
    /// @param buyer who paid
    /// @param to who received the tickets
    /// @param affiliate keccak256 of the affiliate code; zero without one
    /// @param paid wei, for all of them
    event TicketsSold(
        address indexed buyer,
        address indexed to,
        bytes32 indexed affiliate,
        uint256 firstTokenId,
        uint256 quantity,
        uint256 paid
    );

    /// @notice The price of one ticket changed. Both in wei.
    event TicketPriceSet(uint256 previous, uint256 price);

    /// @notice Sales were paused or resumed.
    event PauseSet(bool paused);

    /// @notice The royalty asked of marketplaces (ERC-2981) changed. `bps` in basis points.
    event RoyaltySet(address indexed receiver, uint96 bps);

    /// @notice The proceeds, `amount` wei, were sent to `to`.
    event Withdrawn(address indexed to, uint256 amount);

    /// @notice Tickets are drawn by another contract from now on.
    event RendererSet(address indexed renderer);

    /// @notice The renderer can't be replaced any more.
    event MetadataFrozen();

    /// @notice ERC-4906.
    event MetadataUpdate(uint256 _tokenId);

    /// @notice ERC-4906.
    event BatchMetadataUpdate(uint256 _fromTokenId, uint256 _toTokenId);

    /// @notice ERC-7572.
    event ContractURIUpdated();

    /// @notice `quantity` is not 1 to `MAX_PER_PURCHASE`.
    error InvalidQuantity(uint256 quantity);

    /// @notice Fewer than `requested` tickets remain.
    error SoldOut(uint256 requested, uint256 remaining);

    /// @notice The value sent is not the price, for example because the price changed meanwhile. Both in wei.
    error IncorrectPayment(uint256 sent, uint256 expected);

    /// @notice The price is zero, above 1000 ether, or not a multiple of 2e13 wei.
    error InvalidTicketPrice(uint256 price);

    /// @notice The owner has paused sales.
    error SalePaused();

    /// @notice `to` refused the proceeds, or is the zero address.
    error WithdrawFailed(address to, uint256 amount);

    /// @notice The royalty is above 1000 basis points.
    error InvalidRoyalty(uint96 bps);

    /// @notice Without an owner the proceeds could never be withdrawn.
    error RenounceDisabled();

    /// @notice The renderer was frozen.
    error MetadataIsFrozen();

    /// @notice Buys `amount` tickets for `to` at the full price (spec section 7).
    /// @param to any address but zero: an EOA, a smart account, a Safe. It is not called, so it can't refuse.
    /// @param amount number of tickets, 1 to `MAX_PER_PURCHASE`
    /// @dev `msg.value` must equal `getPriceForQuantity(amount)`. Reverts with `InvalidQuantity`, `SalePaused`,
    /// `SoldOut`, `IncorrectPayment`, or ERC721A's `MintToZeroAddress`.
    function buyTicket(address to, uint256 amount) external payable;

    /// @notice Buys `amount` tickets for `to` at the affiliate price (spec section 7).
    /// @param affiliateCode an active code
    /// @dev `msg.value` must equal `getAffiliatePriceForQuantity(amount)`. Reverts as `buyTicket` does, and with
    /// `AffiliateNotActive`.
    function buyTicketWithAffiliate(
        address to,
        uint256 amount,
        string calldata affiliateCode
    ) external payable;

    /// @notice Sets the price of one ticket, in wei: a multiple of 2e13 (so that it and the affiliate price are exact
    /// at six decimals of ether), more than zero, at most 1000 ether. Owner only.
    /// @dev A purchase under way at the old price reverts with `IncorrectPayment`; it never pays the new one.
    function setTicketPrice(uint256 price) external;

    /// @notice Stops sales, and nothing else: not transfers, not withdrawal. Owner only.
    function pause() external;

    /// @notice Resumes sales. Owner only.
    function unpause() external;

    /// @notice Sends all proceeds to `to`. Owner only. Reverts with `WithdrawFailed` if `to` refuses.
    function withdraw(address payable to) external;

    /// @notice Sets the royalty asked of marketplaces (ERC-2981), at most 1000 basis points. Owner only.
    function setRoyalty(address receiver, uint96 bps) external;

    /// @notice Replaces the contract that draws tickets, until it is frozen. Owner only.
    /// @dev Warning: the new renderer is not checked. A broken one hides the pictures; it can't touch sale or tickets.
    function setRenderer(address newRenderer) external;

    /// @notice Keeps the present renderer for ever. Owner only.
    function freezeMetadata() external;

    /// @notice Writes the owner of `tokenId` to its own slot, so that its first transfer out of a batch costs less.
    /// Anyone may call it; it changes no owner.
    function initializeOwnershipAt(uint256 tokenId) external;

    /// @notice Tickets sold so far. None is ever burnt.
    function totalSupply() external view returns (uint256);

    /// @notice Price of `quantity` tickets without an affiliate code, in wei.
    /// @dev Reverts with `InvalidQuantity` outside 1 to `MAX_PER_PURCHASE`.
    function getPriceForQuantity(uint256 quantity) external view returns (uint256);

    /// @notice Price of `quantity` tickets with an active affiliate code, in wei: exactly 95 % of the full price.
    /// @dev Reverts with `InvalidQuantity` outside 1 to `MAX_PER_PURCHASE`.
    function getAffiliatePriceForQuantity(uint256 quantity) external view returns (uint256);

    /// @notice Price of one ticket, in wei.
    function ticketPrice() external view returns (uint256);

    /// @notice Whether sales are paused.
    function paused() external view returns (bool);

    /// @notice The contract that draws tickets.
    function renderer() external view returns (address);

    /// @notice Whether the renderer is fixed for ever.
    function metadataFrozen() external view returns (bool);

    /// @notice The collection's metadata (ERC-7572).
    function contractURI() external view returns (string memory);

    /// @notice Size of the collection: 5000.
    // solhint-disable-next-line func-name-mixedcase -- a constant's getter
    function MAX_SUPPLY() external view returns (uint256);

    /// @notice Most tickets in one purchase: 50.
    // solhint-disable-next-line func-name-mixedcase -- a constant's getter
    function MAX_PER_PURCHASE() external view returns (uint256);
}
