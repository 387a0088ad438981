import { maxPrice } from "../../../collection.ts";

export interface Accepted {
  readonly source: string;
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
  readonly because: string;
}

const LOW_BITS =
  "Equivalent: `_hex` and `_mix` read the lowest 24 bits, and this changes those above.";

/**
 * `npm run test:mutants` fails for any other surviving mutant, and for an entry that no longer
 * survives or exists.
 */
export const ACCEPTED: readonly Accepted[] = [
  {
    source: "contracts/Collection.sol",
    line: `uint256 internal constant MAX_PRICE = ${maxPrice};`,
    original: `${maxPrice}`,
    replacement: `(${maxPrice} + 1)`,
    because:
      "Equivalent: a price is a multiple of the step, more than 1 wei, so both refuse the same prices.",
  },
  {
    source: "contracts/renderer/Inks.sol",
    line: "Ink[26] inks;",
    original: "26",
    replacement: "(26 + 1)",
    because: "Equivalent: no letter is the 27th.",
  },
  ...[
    { original: "24", replacement: "(24 + 1)" },
    { original: "shift < 24", replacement: "(shift) <= (24)" },
  ].map((change) => ({
    source: "contracts/renderer/Inks.sol",
    line: "for (uint256 shift = 0; shift < 24; shift += 8) {",
    ...change,
    because: LOW_BITS,
  })),
  {
    source: "contracts/renderer/List.sol",
    line: "for (uint256 i = 0; i < text.length; ++i) {",
    original: "0",
    replacement: "(0 + 1)",
    because: "Equivalent: no list begins with its separator.",
  },
];
