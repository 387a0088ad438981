import { expect } from "chai";
import {
  affiliateHash,
  buy,
  CODE,
  deployTicket,
  ethers,
  expectError,
  expectEvent,
  loadFixture,
  MAX_PER_PURCHASE,
  MAX_SUPPLY,
  PRICE,
  priceOf,
  sellAllBut,
} from "../fixture.ts";

async function sellAllButThree() {
  const sale = await deployTicket();
  await sellAllBut(sale, 3n);
  return sale;
}

function describePurchases(code: string | undefined): void {
  it("gives the tickets to the receiver, takes what the view quotes, and says who bought for whom", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer, holder } = sale;
    await buy(sale, 4n);
    const value = priceOf(3n, code);
    const quote = code === undefined ? "getPriceForQuantity" : "getAffiliatePriceForQuantity";
    expect(await ticket[quote](3n)).to.equal(value);
    const purchase = buy(sale, 3n, { to: holder.address, code });

    await expect(purchase).to.changeEtherBalances(ethers, [buyer, ticket], [-value, value]);
    const affiliate = code === undefined ? ethers.ZeroHash : affiliateHash(code);
    const sold = [buyer.address, holder.address, affiliate, 5n, 3n, value];
    await expectEvent(purchase, ticket, "TicketsSold", ...sold);
    expect(await ticket.balanceOf(holder)).to.equal(3n);
    expect(await ticket.balanceOf(buyer)).to.equal(4n);
    expect(await ticket.totalSupply()).to.equal(7n);
    for (const id of [5n, 6n, 7n]) expect(await ticket.ownerOf(id)).to.equal(holder.address);
  });

  it("emits one Transfer a ticket, ids in a row from 1", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer, holder } = sale;
    await buy(sale, 2n, { code });
    await buy(sale, MAX_PER_PURCHASE, { to: holder.address, code });

    const transfers = await ticket.queryFilter(ticket.filters.Transfer());
    expect(transfers.map(({ args }) => [args.from, args.to, args.tokenId])).to.deep.equal(
      Array.from({ length: Number(MAX_PER_PURCHASE) + 2 }, (_, index) => [
        ethers.ZeroAddress,
        index < 2 ? buyer.address : holder.address,
        BigInt(index + 1),
      ]),
    );
  });

  it(`refuses a quantity of 0, and more than ${MAX_PER_PURCHASE}`, async () => {
    const sale = await loadFixture(deployTicket);
    for (const quantity of [0n, MAX_PER_PURCHASE + 1n, MAX_SUPPLY, ethers.MaxUint256]) {
      const sent = buy(sale, quantity, { code, value: PRICE });
      await expectError(sent, sale.ticket, "InvalidQuantity", quantity);
    }
  });

  it("refuses a wei too little or too much, nothing, and the price of the other way", async () => {
    const sale = await loadFixture(deployTicket);
    const price = priceOf(3n, code);
    const other = priceOf(3n, code === undefined ? CODE : undefined);
    for (const value of [price - 1n, price + 1n, 0n, other]) {
      const sent = buy(sale, 3n, { code, value });
      await expectError(sent, sale.ticket, "IncorrectPayment", value, price);
    }
    expect(await sale.ticket.totalSupply()).to.equal(0n);
    expect(await sale.ticket.affiliateSales(CODE)).to.deep.equal([true, 0n, 0n, 0n]);
  });

  it("says first that sales are paused, then the quantity, the code, the supply, the payment, the receiver", async () => {
    const sale = await loadFixture(sellAllButThree);
    const { ticket } = sale;
    const to = ethers.ZeroAddress;
    const inactive = code === undefined ? undefined : "bob";
    const tooMany = MAX_PER_PURCHASE + 1n;
    await ticket.pause();
    await expectError(buy(sale, tooMany, { to, code: inactive, value: 1n }), ticket, "SalePaused");
    await ticket.unpause();
    const sent = buy(sale, tooMany, { to, code: inactive, value: 1n });
    await expectError(sent, ticket, "InvalidQuantity", tooMany);
    if (inactive !== undefined) {
      const unknown = buy(sale, 4n, { to, code: inactive, value: 1n });
      await expectError(unknown, ticket, "AffiliateNotActive", inactive);
    }
    await expectError(buy(sale, 4n, { to, code, value: 1n }), ticket, "SoldOut", 4n, 3n);
    const price = priceOf(3n, code);
    const cheap = buy(sale, 3n, { to, code, value: 1n });
    await expectError(cheap, ticket, "IncorrectPayment", 1n, price);
    await expectError(buy(sale, 3n, { to, code }), ticket, "MintToZeroAddress");
    await buy(sale, 3n, { code });
    expect(await ticket.totalSupply()).to.equal(MAX_SUPPLY);
  });
}

describe("[C-05] Ticket: buyTicket", () => {
  describePurchases(undefined);

  it("the owner pays as anyone does", async () => {
    const sale = await loadFixture(deployTicket);
    const sent = buy(sale, 1n, { by: sale.owner, value: 0n });
    await expectError(sent, sale.ticket, "IncorrectPayment", 0n, PRICE);
  });

  it("adds nothing to any code's account", async () => {
    const sale = await loadFixture(deployTicket);
    await buy(sale, 4n);
    expect(await sale.ticket.affiliateSales(CODE)).to.deep.equal([true, 0n, 0n, 0n]);
    expect(await sale.ticket.affiliateSales("")).to.deep.equal([false, 0n, 0n, 0n]);
  });
});

describe("[C-06] Ticket: buyTicketWithAffiliate", () => {
  describePurchases(CODE);

  it("refuses a code that is unknown, deactivated, in another case, cut or longer, at either price", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket } = sale;
    await ticket.setAffiliates(["carol"], true);
    await ticket.setAffiliates(["carol"], false);
    const near = ["Alice", "ALICE", "alice ", "alice\0", "alic", "alice".repeat(100)];
    for (const code of ["bob", "carol", "", ...near]) {
      await expectError(buy(sale, 1n, { code }), ticket, "AffiliateNotActive", code);
      await expectError(buy(sale, 1n, { code, value: PRICE }), ticket, "AffiliateNotActive", code);
    }
  });

  it("sells with a code of 32 letters, and cuts no other code to it", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer } = sale;
    const longest = "z".repeat(32);
    await ticket.setAffiliates([longest], true);

    for (const code of [`${longest}z`, `${longest}\0`, longest.repeat(2), "z".repeat(31)]) {
      await expectError(buy(sale, 2n, { code }), ticket, "AffiliateNotActive", code);
    }
    const value = priceOf(2n, longest);
    const sold = [buyer.address, buyer.address, affiliateHash(longest), 1n, 2n, value];
    await expectEvent(buy(sale, 2n, { code: longest }), ticket, "TicketsSold", ...sold);
    expect(await ticket.affiliateSales(longest)).to.deep.equal([true, 1n, 2n, value]);
  });

  it("each code's account adds up its own purchases, tickets and wei, whoever buys", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer, holder } = sale;
    const codes = ["bob", "bob-", "bob_1"];
    await ticket.setAffiliates(codes, true);
    for (const [index, code] of codes.entries()) await buy(sale, BigInt(index + 1), { code });
    await buy(sale, 4n);
    await buy(sale, MAX_PER_PURCHASE, { code: "bob_1", by: holder, to: buyer.address });

    const accounts = [
      ["bob", 1n, 1n],
      ["bob-", 1n, 2n],
      ["bob_1", 2n, MAX_PER_PURCHASE + 3n],
      [CODE, 0n, 0n],
    ] as const;
    for (const [code, purchases, tickets] of accounts) {
      const account = [true, purchases, tickets, priceOf(tickets, code)];
      expect(await ticket.affiliateSales(code)).to.deep.equal(account);
    }
  });
});
