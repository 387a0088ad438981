import { expect } from "chai";
import { Interface } from "ethers";
import hre from "hardhat";

/** Pages, wallets and indexers rely on names, types, `indexed`, results and errors. */
const TICKET = [
  "constructor((address owner, uint256 ticketPrice, address royaltyReceiver, uint96 royaltyBps, address renderer, bool startPaused) config)",
  "error AddressEmptyCode(address target)",
  "error AffiliateNotActive(string code)",
  "error ERC2981InvalidDefaultRoyalty(uint256 numerator, uint256 denominator)",
  "error ERC2981InvalidDefaultRoyaltyReceiver(address receiver)",
  "error ERC2981InvalidTokenRoyalty(uint256 tokenId, uint256 numerator, uint256 denominator)",
  "error ERC2981InvalidTokenRoyaltyReceiver(uint256 tokenId, address receiver)",
  "error FailedCall()",
  "error IncorrectPayment(uint256 sent, uint256 expected)",
  "error InvalidAffiliateCode(string code)",
  "error InvalidQuantity(uint256 quantity)",
  "error InvalidRoyalty(uint96 bps)",
  "error InvalidTicketPrice(uint256 price)",
  "error MetadataIsFrozen()",
  "error OwnableInvalidOwner(address owner)",
  "error OwnableUnauthorizedAccount(address account)",
  "error RendererNotContract(address renderer)",
  "error RenounceDisabled()",
  "error SalePaused()",
  "error SoldOut(uint256 requested, uint256 remaining)",
  "error WithdrawFailed(address to, uint256 amount)",
  "event AffiliateSet(bytes32 indexed affiliate, string code, bool active)",
  "event BatchMetadataUpdate(uint256 _fromTokenId, uint256 _toTokenId)",
  "event ContractURIUpdated()",
  "event MetadataFrozen()",
  "event MetadataUpdate(uint256 _tokenId)",
  "event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner)",
  "event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
  "event PauseSet(bool paused)",
  "event RendererSet(address indexed renderer)",
  "event RoyaltySet(address indexed receiver, uint96 bps)",
  "event TicketPriceSet(uint256 previous, uint256 price)",
  "event TicketsSold(address indexed buyer, address indexed to, bytes32 indexed affiliate, uint256 firstTokenId, uint256 quantity, uint256 paid)",
  "event Withdrawn(address indexed to, uint256 amount)",
  "function MAX_PER_PURCHASE() view returns (uint256)",
  "function MAX_SUPPLY() view returns (uint256)",
  "function acceptOwnership()",
  "function affiliateSales(string code) view returns (bool active, uint256 purchases, uint256 tickets, uint256 paid)",
  "function balanceOf(address owner) view returns (uint256)",
  "function buyTicket(address to, uint256 amount) payable",
  "function buyTicketWithAffiliate(address to, uint256 amount, string affiliateCode) payable",
  "function contractURI() view returns (string)",
  "function freezeMetadata()",
  "function getAffiliatePriceForQuantity(uint256 quantity) view returns (uint256)",
  "function getApproved(uint256 tokenId) view returns (address)",
  "function getPriceForQuantity(uint256 quantity) view returns (uint256)",
  "function initializeOwnershipAt(uint256 tokenId)",
  "function isAffiliateActive(string code) view returns (bool)",
  "function metadataFrozen() view returns (bool)",
  "function multicall(bytes[] data) returns (bytes[] results)",
  "function owner() view returns (address)",
  "function ownerOf(uint256 tokenId) view returns (address)",
  "function pause()",
  "function paused() view returns (bool)",
  "function pendingOwner() view returns (address)",
  "function renderer() view returns (address)",
  "function renounceOwnership() view",
  "function royaltyInfo(uint256 tokenId, uint256 salePrice) view returns (address receiver, uint256 amount)",
  "function safeTransferFrom(address from, address to, uint256 tokenId, bytes _data) payable",
  "function setAffiliates(string[] codes, bool active)",
  "function setApprovalForAll(address operator, bool approved)",
  "function setRenderer(address newRenderer)",
  "function setRoyalty(address receiver, uint96 bps)",
  "function setTicketPrice(uint256 price)",
  "function ticketPrice() view returns (uint256)",
  "function transferOwnership(address newOwner)",
  "function unpause()",
  "function withdraw(address to)",
];

const PAYOUTS = [
  "constructor((address owner, address ticket, uint96 commissionBps) config)",
  "error InsufficientBalance(uint256 balance, uint256 needed)",
  "error InsufficientGas(uint256 left, uint256 needed)",
  "error InvalidCommission(uint96 bps)",
  "error LengthMismatch(uint256 codes, uint256 payees)",
  "error OwnableInvalidOwner(address owner)",
  "error OwnableUnauthorizedAccount(address account)",
  "error ReentrancyGuardReentrantCall()",
  "error RenounceDisabled()",
  "error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)",
  "error WithdrawFailed(address to, uint256 amount)",
  "event Funded(address indexed from, uint256 amount)",
  "event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner)",
  "event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)",
  "event PaidOut(bytes32 indexed affiliate, address indexed payee, uint256 amount)",
  "event PayeeSet(bytes32 indexed affiliate, string code, address indexed payee)",
  "event PayoutRejected(bytes32 indexed affiliate, address indexed payee, uint256 amount)",
  "event Withdrawn(address indexed to, uint256 amount)",
  "function acceptOwnership()",
  "function commissionBps() view returns (uint96)",
  "function due(string code) view returns (uint256)",
  "function earned(string code) view returns (uint256)",
  "function owner() view returns (address)",
  "function paid(string code) view returns (uint256)",
  "function payOut(string[] codes)",
  "function payee(string code) view returns (address)",
  "function pendingOwner() view returns (address)",
  "function renounceOwnership() view",
  "function setPayees(string[] codes, address[] payees)",
  "function ticket() view returns (address)",
  "function transferOwnership(address newOwner)",
  "function withdraw(address to, uint256 amount)",
  "receive() payable",
];

async function abiOf(contract: string): Promise<string[]> {
  const { abi } = await hre.artifacts.readArtifact(contract);
  return new Interface(abi).format();
}

describe("The contracts' ABIs", () => {
  it("Ticket's is this, to the names of its arguments, besides ERC-721", async () => {
    const standard = await abiOf("IERC721A");
    const own = (await abiOf("Ticket")).filter((fragment) => !standard.includes(fragment));

    expect(own.sort()).to.deep.equal(TICKET);
  });

  it("Payouts's is this, to the names of its arguments", async () => {
    expect((await abiOf("Payouts")).sort()).to.deep.equal(PAYOUTS);
  });
});
