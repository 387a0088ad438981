import { readFile } from "node:fs/promises";
import path from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import { parseEther } from "ethers";
import * as collection from "../../collection.ts";
import { type AnyCollection, faultsOf } from "../../scripts/dev/collection/check-collection.ts";
import {
  COLLECTION_LIBRARY,
  generateCollection,
} from "../../scripts/dev/collection/generate-collection.ts";
import { writeReadmeBlock } from "../../scripts/dev/collection/readme-block.ts";
import { discounted } from "../support/collection.ts";
import { ROOT } from "../support/process.ts";

const SOUND: AnyCollection = {
  ...collection,
  name: "Jetty",
  symbol: "JETTY",
  noun: "NFT",
  ticketDescription: "Berth {number}",
  size: 777,
  maxPerPurchase: 12,
  discountPercent: 10,
  priceStep: 10n ** 13n,
  maxPrice: 10n ** 23n,
};

function changed(changes: Partial<AnyCollection>): AnyCollection {
  return { ...SOUND, ...changes };
}

describe("collection.ts", () => {
  it("has the numbers of the specification", () => {
    // The only copy of these numbers outside collection.ts.
    expect(collection.size, "sections 1 and 9").to.equal(5000);
    expect(collection.maxPerPurchase, "section 5").to.equal(50);
    expect(collection.discountPercent, "sections 1 and 2").to.equal(5);
    expect(collection.progressShownAbove, "section 2").to.equal(500);
    expect(collection.noun, "section 2").to.equal("NFT");
    expect(discounted(parseEther("0.05")), "section 2").to.equal(parseEther("0.0475"));
  });

  it("is what contracts/Collection.sol was generated from (npm run collection)", async () => {
    expect(await readFile(path.join(ROOT, COLLECTION_LIBRARY), "utf8")).to.equal(
      generateCollection(collection),
    );
  });

  it("is what README.md says at its beginning (npm run collection)", async () => {
    const readme = await readFile(path.join(ROOT, "README.md"), "utf8");
    expect(writeReadmeBlock(readme, collection)).to.equal(readme);
    expect(writeReadmeBlock(readme, SOUND)).to.include(
      "1 to 12 NFT tickets of Jetty, a collection of 777,",
    );
  });

  it("is sound", () => {
    expect(faultsOf(collection)).to.deep.equal([]);
  });
});

describe("npm run collection", () => {
  it("takes another collection", () => {
    expect(faultsOf(SOUND)).to.deep.equal([]);
    expect(generateCollection(SOUND)).to.include("AFFILIATE_PRICE_PERCENT = 90;");
  });

  it("writes letters beyond ASCII as Solidity takes them", () => {
    const source = generateCollection(changed({ name: "Château" }));
    expect(source).to.include('string internal constant NAME = unicode"Château";');
    expect(source).to.include('string internal constant SYMBOL = "JETTY";');
  });

  it("refuses a README without a place for it", () => {
    expect(() => writeReadmeBlock("# Title", SOUND)).to.throw("README.md has no <!-- Written by");
  });

  it("splits a ticket's description at its number", () => {
    const source = generateCollection(changed({ ticketDescription: "No. {number}, by hand" }));
    expect(source).to.include('TICKET_DESCRIPTION_HEAD = "No. ";');
    expect(source).to.include('TICKET_DESCRIPTION_TAIL = ", by hand";');
  });

  const SIZE = "size must be a whole number from 1 to 4294967295";
  const PERCENT = "discountPercent must be a whole number from 1 to 99";
  const STEP =
    "priceStep * 90 must be a multiple of 10^14 above 0: else a discounted price has more than six decimals";
  const has = (key: string) => `${key} has a quote, a backslash or a control character`;
  const faults: readonly (readonly [Partial<AnyCollection>, string])[] = [
    [{ name: " " }, "name is empty"],
    [{ name: 'The "Home"' }, has("name")],
    [{ name: "Jetty\u202e" }, has("name")],
    [{ description: "a\\b" }, has("description")],
    [{ symbol: "A\nB" }, has("symbol")],
    [{ ticketDescription: "A ticket" }, "ticketDescription must have {number} once"],
    [{ ticketDescription: "{number}{number}" }, "ticketDescription must have {number} once"],
    [{ size: 0 }, SIZE],
    [{ size: 10.5 }, SIZE],
    [{ size: 2 ** 32 }, SIZE],
    [{ maxPerPurchase: 0 }, "maxPerPurchase must be a whole number from 1 to size"],
    [{ maxPerPurchase: 778 }, "maxPerPurchase must be a whole number from 1 to size"],
    [{ progressShownAbove: -1 }, "progressShownAbove must be a whole number, 0 or more"],
    [{ discountPercent: 0 }, PERCENT],
    [{ discountPercent: 100 }, PERCENT],
    [{ priceStep: 10n ** 12n }, STEP],
    [{ priceStep: 0n }, STEP],
    [
      { discountPercent: 12, priceStep: 12_500_000_000_000n },
      "priceStep must be a multiple of 10^12: else a full price has more than six decimals",
    ],
    [{ maxPrice: 1n }, "maxPrice must be at least priceStep"],
    [
      { maxPrice: 2n ** 127n },
      "size * maxPrice must be below 2^128 wei, the most that the contract can count for an affiliate",
    ],
  ];
  for (const [changes, fault] of faults) {
    it(`refuses ${inspect(changes).replaceAll(/[^ -~]/g, "?")}`, () => {
      expect(() => generateCollection(changed(changes))).to.throw(`collection.ts: ${fault}`);
      expect(faultsOf(changed(changes))).to.include(fault);
    });
  }

  it("takes the most tickets and money that the contract can count", () => {
    const size = 2 ** 32 - 1;
    expect(faultsOf(changed({ size, maxPrice: (2n ** 128n - 1n) / BigInt(size) }))).to.deep.equal(
      [],
    );
  });
});
