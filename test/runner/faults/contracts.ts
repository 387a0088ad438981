import { makeFaults, type Trial } from "./make-faults.ts";
import { redTests, type TestedFault } from "./red-tests.ts";

/**
 * `npm run test:faults`, its second part: makes faults in the contracts, where faults once went unnoticed and in the
 * affiliates' payouts, one at a time, and shows that the test written against each goes red.
 */
export const FAULTS: readonly TestedFault[] = [
  {
    what: "a ticket's number is cut to a byte on its way to the renderer",
    file: "contracts/Ticket.sol",
    find: "return _renderer.tokenURI(tokenId);",
    replacement: "return _renderer.tokenURI(uint8(tokenId));",
    test: "test/contracts/metadata/metadata.test.ts",
    red: "tokenURI is the renderer's answer for numbers of one byte, of two and beyond",
  },
  {
    what: "one interface id too many",
    file: "contracts/Ticket.sol",
    find: "interfaceId == _ERC4906_INTERFACE_ID ||",
    replacement:
      "interfaceId == _ERC4906_INTERFACE_ID ||\n            interfaceId == 0x7f5828d0 ||",
    test: "test/contracts/interface/supports-interface.test.ts",
    red: "is true for no other id that the contract's code has, be it without the zero bits at its end",
  },
  {
    what: "an argument of TicketsSold is no topic",
    file: "contracts/interfaces/ITicket.sol",
    find: "        address indexed to,\n        AffiliateId",
    replacement: "        address to,\n        AffiliateId",
    test: "test/contracts/interface/abi.test.ts",
    red: "Ticket's is this, to the names of its arguments",
  },
  {
    what: "a view answers the owner only",
    file: "contracts/Ticket.sol",
    find: "function metadataFrozen() external view returns",
    replacement: "function metadataFrozen() external view onlyOwner returns",
    test: "test/contracts/interface/views.test.ts",
    red: "metadataFrozen() tells everyone what it tells the owner",
  },
  {
    what: "the last ticket has a royalty of its own",
    file: "contracts/Ticket.sol",
    find: "_setDefaultRoyalty(receiver, bps);",
    replacement:
      "_setDefaultRoyalty(receiver, bps);\n        _setTokenRoyalty(MAX_SUPPLY, receiver, bps / 2);",
    test: "test/contracts/owner/royalty.test.ts",
    red: "is the same share for every number, sold or not, rounded down to a wei",
  },
  {
    what: "Withdrawn comes after what the payee says",
    file: "contracts/Ticket.sol",
    find: '        emit Withdrawn(to, proceeds);\n        (bool sent, ) = to.call{value: proceeds}("");\n',
    replacement:
      '        (bool sent, ) = to.call{value: proceeds}("");\n        emit Withdrawn(to, proceeds);\n',
    test: "test/contracts/owner/withdraw.test.ts",
    red: "says Withdrawn before the payee is called, so before all that the payee says",
  },
  {
    what: "an account that delegates is frozen as a contract",
    file: "contracts/Ticket.sol",
    find: " || bytes3(code) == _DELEGATION_PREFIX",
    replacement: "",
    test: "test/contracts/metadata/metadata.test.ts",
    red: "refuses an account that delegates to a renderer (EIP-7702), since it can delegate to another",
  },
  {
    what: "a payout can be re-entered",
    file: "contracts/Payouts.sol",
    find: "payOut(string[] calldata codes) external nonReentrant {",
    replacement: "payOut(string[] calldata codes) external {",
    test: "test/contracts/payouts/hostile-payees.test.ts",
    red: "can't be paid twice: payOut from within is refused",
  },
  {
    what: "the balance can be withdrawn from within a payout",
    file: "contracts/Payouts.sol",
    find: "external onlyOwner nonReentrant {",
    replacement: "external onlyOwner {",
    test: "test/contracts/payouts/hostile-payees.test.ts",
    red: "can't take the balance back from within, even as the owner",
  },
  {
    what: "a code is paid as often as it is listed",
    file: "contracts/Payouts.sol",
    find: "record.paid += amount.toUint96();",
    replacement: "record.paid += 0 * amount.toUint96();",
    test: "test/contracts/payouts/pay-out.test.ts",
    red: "pays a code that is listed twice once, and needs its wei once",
  },
  {
    what: "what a payee refused counts as paid",
    file: "contracts/Payouts.sol",
    find: "_records[payment.affiliate].paid -= uint96(payment.amount);",
    replacement: "",
    test: "test/contracts/payouts/hostile-payees.test.ts",
    red: "that refuses is not paid, stays due, and stops no other",
  },
  {
    what: "the sum needed has what is due to codes without a payee",
    file: "contracts/Payouts.sol",
    find: "if (payments[i].payee != address(0)) needed += payments[i].amount;",
    replacement: "needed += payments[i].amount;",
    test: "test/contracts/payouts/pay-out.test.ts",
    red: "leaves due what has no payee, says so, and does not need its wei",
  },
  {
    what: "a balance that is a wei short suffices",
    file: "contracts/Payouts.sol",
    find: "if (balance < needed) revert",
    replacement: "if (balance + 1 < needed) revert",
    test: "test/contracts/payouts/pay-out.test.ts",
    red: "pays nothing at all if the balance is a wei short, and says what it has and needs",
  },
  {
    what: "a caller's lack of gas looks like a refusal",
    file: "contracts/Payouts.sol",
    find: "if (left < _GAS_BEFORE_CALL) revert InsufficientGas(left, _GAS_BEFORE_CALL);",
    replacement: "left;",
    test: "test/contracts/payouts/pay-out.test.ts",
    red: "is 100000, however little the caller brings: less reverts, and leaves all due",
  },
  {
    what: "a payee gets all the gas",
    file: "contracts/Payouts.sol",
    find: "trySafeTransferETH(to, amount, _PAYEE_GAS)",
    replacement: "trySafeTransferETH(to, amount, gasleft())",
    test: "test/contracts/payouts/hostile-payees.test.ts",
    red: "that burns all its gas is not paid, stays due, and stops no other",
  },
  {
    what: "a payee's answer is copied",
    file: "contracts/Payouts.sol",
    find: "return SafeTransferLib.trySafeTransferETH(to, amount, _PAYEE_GAS);",
    replacement:
      '(bool sent, ) = to.call{value: amount, gas: _PAYEE_GAS}("");\n        return sent;',
    test: "test/contracts/payouts/hostile-payees.test.ts",
    red: "that answers with all that its gas pays for costs the caller nothing more, be they fifty",
  },
  {
    what: "a commission is a hundredth of a percent less",
    file: "contracts/Payouts.sol",
    find: "(sold * _COMMISSION_BPS) / _BPS",
    replacement: "(sold * (_COMMISSION_BPS - 1)) / _BPS",
    test: "test/contracts/payouts/pay-out.test.ts",
    red: "is exact at any rate: a price with a code is a multiple of 10^12 wei",
  },
  {
    what: "any contract will do as a ticket",
    file: "contracts/Payouts.sol",
    find: '        IAffiliates(config.ticket).affiliateSales("");\n',
    replacement: "",
    test: "test/contracts/payouts/owner.test.ts",
    red: "refuses an account and a contract that answer otherwise than a ticket",
  },
];

const trial: Trial<TestedFault> = {
  faults: FAULTS,
  copied: [
    ...["artifacts", "cache", "contracts", "typechain-types", "test", "scripts"],
    ...["collection.ts", "hardhat.config.ts", "networks.ts"],
    ...["package.json", "tsconfig.json", "tsconfig.base.json"],
  ],
  linked: ["node_modules"],
  redBefore: (copy, faults) => redTests(copy, faults).join("\n"),
  missed: (copy, fault) =>
    redTests(copy, [fault]).some((title) => title.endsWith(fault.red)) ? null : "",
};

if (process.argv[1] === import.meta.filename) makeFaults(trial);
