import { expect } from "chai";
import { codePattern } from "../../../collection.ts";
import {
  affiliateHash,
  buy,
  CODE,
  deployTicket,
  expectError,
  expectEvent,
  HARDFORK,
  loadFixture,
  priceOf,
} from "../fixture.ts";

const TRANSACTION_GAS_CAP = 2n ** 24n;
const LONGEST = "z".repeat(32);

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const LENGTHS = Array.from({ length: 41 }, (_, length) => "z".repeat(length));

describe("Affiliates: setAffiliates", () => {
  it("[C-04] a code keeps its account through deactivation and reactivation", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket } = sale;
    const paid = priceOf(2n, CODE);
    await buy(sale, 2n, { code: CODE });

    await ticket.setAffiliates([CODE], false);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([false, 1n, 2n, paid]);
    await ticket.setAffiliates([CODE], true);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 1n, 2n, paid]);
    await buy(sale, 2n, { code: CODE });
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 2n, 4n, paid * 2n]);
  });

  it("[C-04] takes what `codePattern` takes in lower case, whatever the character, its place and the length", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const pattern = new RegExp(`^${codePattern}$`);
    const codes = ASCII.flatMap((char) => [`${char}bc`, `a${char}c`, `ab${char}`, `al${char}ce`]);
    for (const code of [...codes, ...LENGTHS, "z".repeat(1000), "böb", "b😀b"]) {
      const sent = ticket.setAffiliates.staticCall([code], true);
      if (pattern.test(code) && code === code.toLowerCase()) await sent;
      else await expectError(sent, ticket, "InvalidAffiliateCode", code);
    }
  });

  it("[C-04] takes 101 codes of the greatest length in one call", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const codes = Array.from({ length: 101 }, (_, index) => `${index}`.padStart(32, "code-"));

    const sent = await ticket.setAffiliates(codes, true);
    const last = codes.at(-1) ?? "";
    await expectEvent(sent, ticket, "AffiliateSet", affiliateHash(last), last, true);
    for (const code of codes) expect(await ticket.isAffiliateActive(code)).to.equal(true);
    const receipt = await sent.wait();
    if (HARDFORK === "osaka") expect(receipt?.gasUsed).to.be.below(TRANSACTION_GAS_CAP);
  });
});

describe("Affiliates: isAffiliateActive and affiliateSales", () => {
  it("[C-04] tell nothing of a code that is unknown, in another case, cut or longer", async () => {
    const { ticket } = await loadFixture(deployTicket);
    await ticket.setAffiliates([LONGEST], true);

    const near = ["Alice", "ALICE", "alice ", "alic", "alicee", "alice\0"];
    for (const code of ["", "bob", ...near, `${LONGEST}z`, LONGEST.slice(1)]) {
      expect(await ticket.isAffiliateActive(code)).to.equal(false);
      expect(await ticket.affiliateSales(code)).to.deep.equal([false, 0n, 0n, 0n]);
    }
  });
});
