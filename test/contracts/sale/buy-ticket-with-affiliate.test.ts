import { expect } from "chai";
import * as collection from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import {
  affiliateHash,
  CODE,
  deployTicket,
  ethers,
  HIGHEST_PRICE,
  loadFixture,
  MAX_PER_PURCHASE,
  MAX_SUPPLY,
  networkHelpers,
  PRICE,
  sellAllBut,
} from "../fixture.ts";

describe("Ticket: buyTicketWithAffiliate", () => {
  it(`[C-06] gives the tickets to the receiver and takes ${100 - collection.discountPercent} % of the price from the buyer`, async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    const value = discounted(PRICE * 3n);
    const purchase = ticket
      .connect(buyer)
      .buyTicketWithAffiliate(holder.address, 3n, CODE, { value });

    await expect(purchase).to.changeEtherBalances(ethers, [buyer, ticket], [-value, value]);
    expect(await ticket.balanceOf(holder)).to.equal(3n);
    expect(await ticket.balanceOf(buyer)).to.equal(0n);
    expect(await ticket.totalSupply()).to.equal(3n);
  });

  it("[C-06] says who bought what for whom, by which code", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 4n, { value: PRICE * 4n });
    const value = discounted(PRICE * 3n);

    await expect(ticket.connect(buyer).buyTicketWithAffiliate(holder.address, 3n, CODE, { value }))
      .to.emit(ticket, "TicketsSold")
      .withArgs(buyer.address, holder.address, affiliateHash(CODE), 5n, 3n, value);
  });

  it("[C-06] emits one Transfer a ticket, ids in a row", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicketWithAffiliate(holder.address, MAX_PER_PURCHASE, CODE, {
      value: discounted(PRICE * MAX_PER_PURCHASE),
    });

    const transfers = await ticket.queryFilter(ticket.filters.Transfer());
    expect(transfers.map(({ args }) => [args.from, args.to, args.tokenId])).to.deep.equal(
      Array.from({ length: collection.maxPerPurchase }, (_, index) => [
        ethers.ZeroAddress,
        holder.address,
        BigInt(index + 1),
      ]),
    );
  });

  for (const quantity of [1n, 2n, MAX_PER_PURCHASE - 1n, MAX_PER_PURCHASE]) {
    it(`sells ${quantity} in one purchase`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);
      const value = discounted(PRICE * quantity);

      await ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, quantity, CODE, { value });
      expect(await ticket.balanceOf(buyer)).to.equal(quantity);
    });
  }

  for (const quantity of [0n, MAX_PER_PURCHASE + 1n, MAX_SUPPLY, ethers.MaxUint256]) {
    it(`refuses a quantity of ${quantity}`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);

      await expect(
        ticket
          .connect(buyer)
          .buyTicketWithAffiliate(buyer.address, quantity, CODE, { value: discounted(PRICE) }),
      )
        .to.be.revertedWithCustomError(ticket, "InvalidQuantity")
        .withArgs(quantity);
    });
  }

  it("[C-06] takes exactly the price that the view quotes", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const value = await ticket.getAffiliatePriceForQuantity(MAX_PER_PURCHASE - 1n);

    await ticket
      .connect(buyer)
      .buyTicketWithAffiliate(buyer.address, MAX_PER_PURCHASE - 1n, CODE, { value });
    expect(await ethers.provider.getBalance(ticket)).to.equal(value);
  });

  for (const [name, difference] of [
    ["one wei too little", -1n],
    ["one wei too much", 1n],
    ["the full price", PRICE * 3n - discounted(PRICE * 3n)],
  ] as const) {
    it(`[C-06] refuses ${name}`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);
      const price = discounted(PRICE * 3n);
      const value = price + difference;

      await expect(ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, 3n, CODE, { value }))
        .to.be.revertedWithCustomError(ticket, "IncorrectPayment")
        .withArgs(value, price);
      expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 0n, 0n, 0n]);
    });
  }

  for (const [name, code] of [
    ["unknown", "bob"],
    ["empty", ""],
    ["in another case", "Alice"],
    ["in upper case", "ALICE"],
    ["with a space after it", "alice "],
    ["with a zero byte after it", "alice\0"],
    ["cut short", "alic"],
    ["overlong", "alice".repeat(100)],
  ] as const) {
    it(`[C-06] refuses a code that is ${name}`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);

      await expect(
        ticket
          .connect(buyer)
          .buyTicketWithAffiliate(buyer.address, 1n, code, { value: discounted(PRICE) }),
      )
        .to.be.revertedWithCustomError(ticket, "AffiliateNotActive")
        .withArgs(code);
    });
  }

  it("[C-06] sells with a code of 32 letters, and cuts no other code to it", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const longest = "z".repeat(32);
    const value = discounted(PRICE * 2n);
    await ticket.setAffiliates([longest], true);
    const buy = (code: string) =>
      ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, 2n, code, { value });

    for (const code of [`${longest}z`, `${longest}\0`, longest.repeat(2), "z".repeat(31)]) {
      await expect(buy(code))
        .to.be.revertedWithCustomError(ticket, "AffiliateNotActive")
        .withArgs(code);
    }
    await expect(buy(longest))
      .to.emit(ticket, "TicketsSold")
      .withArgs(buyer.address, buyer.address, affiliateHash(longest), 1n, 2n, value);
    expect(await ticket.affiliateSales(longest)).to.deep.equal([true, 1n, 2n, value]);
  });

  it("[C-06] refuses a deactivated code", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.setAffiliates([CODE], false);

    await expect(
      ticket
        .connect(buyer)
        .buyTicketWithAffiliate(buyer.address, 1n, CODE, { value: discounted(PRICE) }),
    )
      .to.be.revertedWithCustomError(ticket, "AffiliateNotActive")
      .withArgs(CODE);
  });

  it("[C-06] refuses an inactive code at the full price too", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);

    await expect(
      ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, 1n, "bob", { value: PRICE }),
    )
      .to.be.revertedWithCustomError(ticket, "AffiliateNotActive")
      .withArgs("bob");
  });

  it("[C-06] refuses the zero address as receiver", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);

    await expect(
      ticket
        .connect(buyer)
        .buyTicketWithAffiliate(ethers.ZeroAddress, 1n, CODE, { value: discounted(PRICE) }),
    ).to.be.revertedWithCustomError(ticket, "MintToZeroAddress");
  });

  it("[C-06] refuses while sales are paused", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.pause();

    await expect(
      ticket
        .connect(buyer)
        .buyTicketWithAffiliate(buyer.address, 1n, CODE, { value: discounted(PRICE) }),
    ).to.be.revertedWithCustomError(ticket, "SalePaused");
  });

  it("refuses more than remain, and says how many do", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await sellAllBut(ticket, buyer.address, 3n);

    await expect(
      ticket
        .connect(buyer)
        .buyTicketWithAffiliate(buyer.address, 4n, CODE, { value: discounted(PRICE * 4n) }),
    )
      .to.be.revertedWithCustomError(ticket, "SoldOut")
      .withArgs(4n, 3n);
  });

  it("says first that sales are paused, then the quantity, the code, the supply, the payment, the receiver", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await sellAllBut(ticket, buyer.address, 1n);
    await ticket.pause();
    const buy = (quantity: bigint, code: string, value: bigint) =>
      ticket.connect(buyer).buyTicketWithAffiliate(ethers.ZeroAddress, quantity, code, { value });

    await expect(buy(MAX_PER_PURCHASE + 1n, "bob", 1n)).to.be.revertedWithCustomError(
      ticket,
      "SalePaused",
    );
    await ticket.unpause();
    await expect(buy(MAX_PER_PURCHASE + 1n, "bob", 1n)).to.be.revertedWithCustomError(
      ticket,
      "InvalidQuantity",
    );
    await expect(buy(2n, "bob", 1n)).to.be.revertedWithCustomError(ticket, "AffiliateNotActive");
    await expect(buy(2n, CODE, 1n)).to.be.revertedWithCustomError(ticket, "SoldOut");
    await expect(buy(1n, CODE, 1n)).to.be.revertedWithCustomError(ticket, "IncorrectPayment");
    await expect(buy(1n, CODE, discounted(PRICE))).to.be.revertedWithCustomError(
      ticket,
      "MintToZeroAddress",
    );
  });

  it("[C-06] the code's account adds up its purchases, tickets and wei", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    const three = discounted(PRICE * 3n);
    const most = discounted(PRICE * MAX_PER_PURCHASE);
    await ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, 3n, CODE, { value: three });
    await ticket
      .connect(holder)
      .buyTicketWithAffiliate(buyer.address, MAX_PER_PURCHASE, CODE, { value: most });

    expect(await ticket.affiliateSales(CODE)).to.deep.equal([
      true,
      2n,
      MAX_PER_PURCHASE + 3n,
      three + most,
    ]);
  });

  it("[C-06] each code has its own account, and together they hold what was paid with codes", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const codes = ["bob", "bob-", "bob_1"];
    await ticket.setAffiliates(codes, true);
    for (const [index, code] of codes.entries()) {
      const quantity = BigInt(index + 1);
      const value = discounted(PRICE * quantity);
      await ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, quantity, code, { value });
    }
    await ticket.connect(buyer).buyTicket(buyer.address, 4n, { value: PRICE * 4n });

    expect(await ticket.affiliateSales("bob")).to.deep.equal([true, 1n, 1n, discounted(PRICE)]);
    expect(await ticket.affiliateSales("bob-")).to.deep.equal([
      true,
      1n,
      2n,
      discounted(PRICE * 2n),
    ]);
    expect(await ticket.affiliateSales("bob_1")).to.deep.equal([
      true,
      1n,
      3n,
      discounted(PRICE * 3n),
    ]);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 0n, 0n, 0n]);
  });

  it("[C-06] the code's account counts on beyond 256 purchases", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const value = discounted(PRICE);
    // A smaller collection allows fewer than 260 purchases.
    const purchases = MAX_SUPPLY < 260n ? MAX_SUPPLY : 260n;
    for (let purchase = 0n; purchase < purchases; purchase++) {
      await ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, 1n, CODE, { value });
    }

    expect(await ticket.affiliateSales(CODE)).to.deep.equal([
      true,
      purchases,
      purchases,
      value * purchases,
    ]);
  });

  it("[C-06] an account holds the whole collection at the highest price", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.setTicketPrice(HIGHEST_PRICE);
    await networkHelpers.setBalance(buyer.address, HIGHEST_PRICE * MAX_SUPPLY);
    let purchases = 0n;
    for (let left = MAX_SUPPLY; left > 0n; left -= MAX_PER_PURCHASE) {
      const quantity = left < MAX_PER_PURCHASE ? left : MAX_PER_PURCHASE;
      const value = discounted(HIGHEST_PRICE * quantity);
      await ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, quantity, CODE, { value });
      purchases += 1n;
    }

    expect(await ticket.affiliateSales(CODE)).to.deep.equal([
      true,
      purchases,
      MAX_SUPPLY,
      discounted(HIGHEST_PRICE * MAX_SUPPLY),
    ]);
  });
});
