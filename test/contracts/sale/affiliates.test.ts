import { expect } from "chai";
import { codePattern } from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { affiliateHash, CODE, deployTicket, HARDFORK, loadFixture, PRICE } from "../fixture.ts";

const TRANSACTION_GAS_CAP = 2n ** 24n;

describe("Affiliates: setAffiliates", () => {
  it("[C-04] registers codes, and says so for each", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await expect(ticket.setAffiliates(["bob", "carol_2"], true))
      .to.emit(ticket, "AffiliateSet")
      .withArgs(affiliateHash("bob"), "bob", true)
      .and.to.emit(ticket, "AffiliateSet")
      .withArgs(affiliateHash("carol_2"), "carol_2", true);
    expect(await ticket.isAffiliateActive("bob")).to.equal(true);
    expect(await ticket.isAffiliateActive("carol_2")).to.equal(true);
  });

  it("[C-04] deactivates codes, and says so, leaving others as they are", async () => {
    const { ticket } = await loadFixture(deployTicket);
    await ticket.setAffiliates(["bob"], true);

    await expect(ticket.setAffiliates([CODE], false))
      .to.emit(ticket, "AffiliateSet")
      .withArgs(affiliateHash(CODE), CODE, false);
    expect(await ticket.isAffiliateActive(CODE)).to.equal(false);
    expect(await ticket.isAffiliateActive("bob")).to.equal(true);
  });

  it("[C-04] a code keeps its account through deactivation and reactivation", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const value = discounted(PRICE * 2n);
    await ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, 2n, CODE, { value });

    await ticket.setAffiliates([CODE], false);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([false, 1n, 2n, value]);
    await ticket.setAffiliates([CODE], true);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 1n, 2n, value]);
    await ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, 2n, CODE, { value });
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 2n, 4n, value * 2n]);
  });

  it("[C-04] takes what `codePattern` takes in lower case, by every ASCII character and length", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const ascii = Array.from({ length: 128 }, (_, code) => `ab${String.fromCharCode(code)}`);
    const lengths = Array.from({ length: 41 }, (_, length) => "z".repeat(length));
    const pattern = new RegExp(`^${codePattern}$`);
    for (const code of [...ascii, ...lengths]) {
      const takes = pattern.test(code) && code === code.toLowerCase();
      const registered = await ticket.setAffiliates.staticCall([code], true).then(
        () => true,
        () => false,
      );
      expect(registered, JSON.stringify(code)).to.equal(takes);
    }
  });

  it("[C-04] takes codes of 3 to 32 characters of a-z 0-9 _ -", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const codes = [
      "abc",
      "000",
      "---",
      "___",
      "abcdefghijklmnopqrstuvwxyz",
      "0123456789_-",
      "z".repeat(32),
    ];

    await ticket.setAffiliates(codes, true);
    for (const code of codes) expect(await ticket.isAffiliateActive(code)).to.equal(true);
  });

  for (const code of [
    "",
    "ab",
    "z".repeat(33),
    "z".repeat(1000),
    "Bob",
    "boB",
    "bob ",
    " bob",
    "bob.eth",
    "b/ob",
    "bo:b",
    "bo@b",
    "bo[b",
    "bo`b",
    "bo{b",
    "bob\n",
    "bob\0",
    "böb",
    "b😀b",
  ]) {
    it(`[C-04] refuses to register ${JSON.stringify(code.slice(0, 40))}`, async () => {
      const { ticket } = await loadFixture(deployTicket);

      await expect(ticket.setAffiliates([code], true))
        .to.be.revertedWithCustomError(ticket, "InvalidAffiliateCode")
        .withArgs(code);
      expect(await ticket.isAffiliateActive(code)).to.equal(false);
    });
  }

  it("[C-04] refuses every upper-case letter, wherever it stands, and does not lower it", async () => {
    const { ticket } = await loadFixture(deployTicket);

    for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
      for (const code of [`${letter}lice`, `al${letter}ce`, `alic${letter}`]) {
        await expect(ticket.setAffiliates.staticCall([code], true))
          .to.be.revertedWithCustomError(ticket, "InvalidAffiliateCode")
          .withArgs(code);
      }
    }
  });

  it("[C-04] takes 32 letters and refuses 33, cutting neither", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const longest = "z".repeat(32);

    await expect(ticket.setAffiliates([longest], true))
      .to.emit(ticket, "AffiliateSet")
      .withArgs(affiliateHash(longest), longest, true);
    await expect(ticket.setAffiliates([`${longest}z`], true))
      .to.be.revertedWithCustomError(ticket, "InvalidAffiliateCode")
      .withArgs(`${longest}z`);
    expect(await ticket.isAffiliateActive(longest)).to.equal(true);
    expect(await ticket.isAffiliateActive(`${longest}z`)).to.equal(false);
    expect(await ticket.isAffiliateActive("z".repeat(31))).to.equal(false);
    expect(await ticket.affiliateSales(`${longest}z`)).to.deep.equal([false, 0n, 0n, 0n]);
  });

  it("[C-04] says so again of a code that is active already, and of one that is inactive already", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await expect(ticket.setAffiliates([CODE], true))
      .to.emit(ticket, "AffiliateSet")
      .withArgs(affiliateHash(CODE), CODE, true);
    await expect(ticket.setAffiliates(["never-seen"], false))
      .to.emit(ticket, "AffiliateSet")
      .withArgs(affiliateHash("never-seen"), "never-seen", false);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 0n, 0n, 0n]);
  });

  it("[C-04] names the first malformed code and then registers none of the list", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await expect(ticket.setAffiliates(["bob", "Carol", "D"], true))
      .to.be.revertedWithCustomError(ticket, "InvalidAffiliateCode")
      .withArgs("Carol");
    expect(await ticket.isAffiliateActive("bob")).to.equal(false);
  });

  it("[C-04] takes an empty list, a repeated code, and a code never registered to deactivate", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await ticket.setAffiliates([], true);
    await ticket.setAffiliates(["bob", "bob"], true);
    await ticket.setAffiliates(["carol"], false);
    expect(await ticket.isAffiliateActive("bob")).to.equal(true);
    expect(await ticket.isAffiliateActive("carol")).to.equal(false);
  });

  it("[C-04] takes 101 codes of the greatest length in one call, and says so for each", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const codes = Array.from({ length: 101 }, (_, index) => `${index}`.padStart(32, "code-"));

    const sent = await ticket.setAffiliates(codes, true);
    const receipt = await sent.wait();
    const said = await ticket.queryFilter(
      ticket.filters.AffiliateSet(),
      receipt?.blockNumber,
      receipt?.blockNumber,
    );
    expect(said.map(({ args }) => [args.affiliate, args.code, args.active])).to.deep.equal(
      codes.map((code) => [affiliateHash(code), code, true]),
    );
    for (const code of codes) expect(await ticket.isAffiliateActive(code)).to.equal(true);
    if (HARDFORK === "osaka") expect(receipt?.gasUsed).to.be.below(TRANSACTION_GAS_CAP);
  });
});

describe("Affiliates: isAffiliateActive", () => {
  it("[C-04] is true for an active code", async () => {
    const { ticket } = await loadFixture(deployTicket);

    expect(await ticket.isAffiliateActive(CODE)).to.equal(true);
  });

  for (const code of ["", "bob", "Alice", "ALICE", "alice ", "alic", "alicee", "alice\0"]) {
    it(`[C-04] is false for ${JSON.stringify(code)}`, async () => {
      const { ticket } = await loadFixture(deployTicket);

      expect(await ticket.isAffiliateActive(code)).to.equal(false);
    });
  }
});

describe("Affiliates: affiliateSales", () => {
  it("[C-04] is all zero for an unknown code and for a new one, but for its being active", async () => {
    const { ticket } = await loadFixture(deployTicket);

    expect(await ticket.affiliateSales("bob")).to.deep.equal([false, 0n, 0n, 0n]);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 0n, 0n, 0n]);
  });
});
