import { spawnSync } from "node:child_process";
import path from "node:path";
import { makeFaults, ROOT, type Trial } from "./make-faults.ts";

/**
 * `npm run test:faults`: shows that each invariant of test/contracts/INVARIANTS.md can fail, by a fault made for it in a
 * copy of the project. What must be said is the invariant's own sentence, so that none hides behind another. All, or those
 * whose property has the words given: `npm run test:faults -- royalty`.
 */
interface InvariantFault {
  readonly property: string;
  readonly source: "Ticket" | "Affiliates";
  readonly find: string;
  readonly replacement: string;
  /** What the invariant, or the handler beside its model, says. */
  readonly says: string;
}

const INVARIANT_FAULTS: readonly InvariantFault[] = [
  {
    property: "1 every ticket sold is minted",
    source: "Ticket",
    find: "_mint(to, quantity);",
    replacement: "_mint(to, quantity == MAX_PER_PURCHASE ? quantity - 1 : quantity);",
    says: "1: supply is what was sold",
  },
  {
    property: "1 one more than all is refused",
    source: "Ticket",
    find: "MAX_SUPPLY = Collection.SIZE",
    replacement: "MAX_SUPPLY = Collection.SIZE + 1",
    says: "another refusal",
  },
  {
    property: "2 one more than the most in a purchase is refused",
    source: "Ticket",
    find: "MAX_PER_PURCHASE = Collection.MAX_PER_PURCHASE",
    replacement: "MAX_PER_PURCHASE = Collection.MAX_PER_PURCHASE + 1",
    says: "another refusal",
  },
  {
    property: "3 exact payment",
    source: "Ticket",
    find: "if (msg.value != due) revert",
    replacement: "if (msg.value < due) revert",
    says: "another refusal",
  },
  {
    property: "4 the discount",
    source: "Ticket",
    find: "return _discounted(_sale.ticketPrice * quantity);",
    replacement: "return _discounted(_sale.ticketPrice * quantity) + 1;",
    says: "4: discount",
  },
  {
    property: "5 the price shown is the price charged",
    source: "Ticket",
    find: "return _sale.ticketPrice * quantity;",
    replacement: "return _sale.ticketPrice * quantity + 1;",
    says: "5: full price",
  },
  {
    property: "6 a deactivated code gives no discount",
    source: "Affiliates",
    find: "return _records[affiliate].active;",
    replacement: "return _records[affiliate].active || _records[affiliate].tickets > 0;",
    says: "another refusal",
  },
  {
    property: "6 unknown codes are not active",
    source: "Affiliates",
    find: "return _isActive(affiliateIdOf(code));",
    replacement: "return true;",
    says: "6: another case",
  },
  {
    property: "6 a code of 32 letters can be registered",
    source: "Affiliates",
    find: "_MAX_CODE_LENGTH = 32",
    replacement: "_MAX_CODE_LENGTH = 31",
    says: "refused",
  },
  {
    property: "6 a code of 33 letters can't be registered",
    source: "Affiliates",
    find: "_MAX_CODE_LENGTH = 32",
    replacement: "_MAX_CODE_LENGTH = 33",
    says: "another refusal",
  },
  {
    property: "6 a code that is too long is not cut to another",
    source: "Ticket",
    find: "keccak256(bytes(affiliateCode))",
    replacement:
      "keccak256(bytes(affiliateCode)[:bytes(affiliateCode).length > 32 ? 32 : bytes(affiliateCode).length])",
    says: "another refusal",
  },
  {
    property: "7 codes never share a record",
    source: "Ticket",
    find: "keccak256(bytes(affiliateCode))",
    replacement: "keccak256(bytes.concat(bytes(affiliateCode)[0]))",
    says: "refused",
  },
  {
    property: "7 purchases of a code",
    source: "Affiliates",
    find: "record.purchases += 1;",
    replacement: "record.purchases += 2;",
    says: "7: purchases of each code",
  },
  {
    property: "7 purchases of a code beyond a byte",
    source: "Affiliates",
    find: "record.purchases += 1;",
    replacement: "record.purchases = uint8(record.purchases + 1);",
    says: "7: purchases of each code",
  },
  {
    property: "7 tickets of a code",
    source: "Affiliates",
    find: "record.tickets += uint32(quantity);",
    replacement: "record.tickets += uint8(quantity * 6);",
    says: "7: tickets of each code",
  },
  {
    property: "8 wei paid with a code",
    source: "Affiliates",
    find: "record.paid += uint128(paid);",
    replacement: "record.paid += uint56(paid);",
    says: "7: paid with each code",
  },
  {
    property: "9 the balance is what was paid and not withdrawn",
    source: "Ticket",
    find: "        _mint(to, quantity);",
    replacement: "        payable(address(0xdead)).transfer(1);\n        _mint(to, quantity);",
    says: "9: balance",
  },
  {
    property: "10 withdrawal is not gated on the sale",
    source: "Ticket",
    find: "uint256 proceeds = address(this).balance;",
    replacement:
      "uint256 proceeds = address(this).balance;\n        if (_sale.paused) revert SalePaused();",
    says: "SalePaused()",
  },
  {
    property: "12 tickets go to whom they were bought for",
    source: "Ticket",
    find: "_mint(to, quantity);",
    replacement: "_mint(msg.sender, quantity);",
    says: "12: h",
  },
  {
    property: "16 a new price does not resume the sale",
    source: "Ticket",
    find: "_sale.ticketPrice = uint128(price);",
    replacement: "_sale.ticketPrice = uint128(price);\n        _sale.paused = false;",
    says: "16: paused",
  },
  {
    property: "16 pause does not stop transfers",
    source: "Ticket",
    find: "    function _setTicketPrice(",
    replacement:
      "    function _beforeTokenTransfers(address, address, uint256, uint256) internal view override {\n        if (_sale.paused) revert SalePaused();\n    }\n\n    function _setTicketPrice(",
    says: "transfer",
  },
  {
    property: "17 nothing else moves ownership",
    source: "Ticket",
    find: "external onlyOwner {\n        _setRoyalty(receiver, bps);",
    replacement:
      "external onlyOwner {\n        _setRoyalty(receiver, bps);\n        _transferOwnership(receiver);",
    says: "17: owner",
  },
  {
    property: "18 the royalty asked is the one set",
    source: "Ticket",
    find: "_setDefaultRoyalty(receiver, bps);",
    replacement: "_setDefaultRoyalty(receiver, bps / 2);",
    says: "18: royalty",
  },
  {
    property: "19 the owner's functions refuse everyone else",
    source: "Ticket",
    find: "function pause() external onlyOwner",
    replacement: "function pause() external",
    says: "another refusal",
  },
  {
    property: "20 frozen means frozen",
    source: "Ticket",
    find: "_metadataFrozen = true;",
    replacement: "_metadataFrozen = false;",
    says: "20: frozen",
  },
  {
    property: "20 nothing but the owner's choice changes the renderer",
    source: "Ticket",
    find: "emit MetadataFrozen();",
    replacement: "_renderer = ITicketRenderer(address(this));\n        emit MetadataFrozen();",
    says: "20: renderer",
  },
  {
    property: "20 only a contract can be frozen",
    source: "Ticket",
    find: "if (code.length == 0 || bytes3(code) == _DELEGATION_PREFIX) {",
    replacement: "if (false) {",
    says: "another refusal",
  },
  {
    property: "the supply is looked at before the payment",
    source: "Ticket",
    find: "        if (quantity > remaining) revert SoldOut(quantity, remaining);\n        if (msg.value != due) revert IncorrectPayment(msg.value, due);",
    replacement:
      "        if (msg.value != due) revert IncorrectPayment(msg.value, due);\n        if (quantity > remaining) revert SoldOut(quantity, remaining);",
    says: "another refusal",
  },
  {
    property: "21 no receiver is asked whether it accepts",
    source: "Ticket",
    find: "_mint(to, quantity);",
    replacement: "_safeMint(to, quantity);",
    says: "refused",
  },
];

/** What the invariants say in the copy; empty if they hold. */
function invariants(copy: string): string {
  const hardhat = path.join(ROOT, "node_modules/hardhat/dist/src/cli.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [hardhat, "--no-typechain", "test", "solidity", "test/contracts/invariants/Invariants.t.sol"],
    { cwd: copy, encoding: "utf8", env: { ...process.env, INVARIANT_RUNS: "32", NO_COLOR: "1" } },
  );
  return status === 0 ? "" : stdout + stderr;
}

export const FAULTS = INVARIANT_FAULTS.map(({ property, source, ...fault }) => ({
  what: property,
  file: `contracts/${source}.sol`,
  ...fault,
}));

const trial: Trial<(typeof FAULTS)[number]> = {
  faults: FAULTS,
  copied: [
    ...["artifacts", "cache", "contracts", "test/contracts", "scripts"],
    ...["collection.ts", "hardhat.config.ts", "networks.ts"],
    ...["package.json", "tsconfig.json", "tsconfig.base.json"],
  ],
  linked: ["node_modules"],
  redBefore: invariants,
  missed(copy, { says }) {
    const said = invariants(copy);
    return said.includes(says) ? null : said;
  },
};

if (process.argv[1] === import.meta.filename) makeFaults(trial);
