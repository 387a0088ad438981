import { expect } from "chai";
import type { ContractTransactionResponse } from "ethers";
import {
  BUDGET,
  deployTicket,
  discounted,
  ethers,
  HARDFORK,
  loadFixture,
  PRICE,
} from "./fixture.ts";

/**
 * What is measured is `gasUsed` of the receipt, so it is exact and the same everywhere.
 *
 * The dearest purchase that an honest buyer can make: the receiver never held a ticket and its address has no zero byte
 * (calldata costs more), the code has the greatest length and sells for the first time. Both are measured as the
 * collection's very first purchase and after another one: ids start from 1, so the two must cost the same.
 */
const FIRST_TIME_HOLDER = ethers.getAddress("0x9a8b7c6d5e4f3a2b1c2d9e8f7a6b5c4d3e2f1a4b");
const LONGEST_CODE = "z".repeat(32);

async function gasUsed(sent: Promise<ContractTransactionResponse>): Promise<bigint> {
  const receipt = await (await sent).wait();
  if (receipt === null) throw new Error("The transaction was not mined");
  return receipt.gasUsed;
}

async function deployTicketWithLongestCode() {
  const fixture = await deployTicket();
  await fixture.ticket.setAffiliates([LONGEST_CODE], true);
  return fixture;
}

async function deployTicketAndSellSome() {
  const fixture = await deployTicketWithLongestCode();
  const { ticket, stranger } = fixture;
  await ticket.connect(stranger).buyTicket(stranger.address, 2n, { value: PRICE * 2n });
  return fixture;
}

describe("Ticket: gas", () => {
  it(`is measured on the hardfork that is named, ${HARDFORK}`, async () => {
    // Opcodes tell: CLZ came with Osaka (of 1, it is 255), SLOTNUM with Amsterdam.
    const clz = ethers.provider.call({ data: "0x60011e5f5260205ff3" });
    const hasSlotNumber = ethers.provider.call({ data: "0x4b5f5260205ff3" }).then(
      () => true,
      () => false,
    );

    expect(BigInt(await clz)).to.equal(255n);
    expect(await hasSlotNumber).to.equal(HARDFORK === "amsterdam");
  });

  for (const [when, deploy] of [
    ["as the very first purchase", deployTicketWithLongestCode],
    ["after another purchase", deployTicketAndSellSome],
  ] as const) {
    for (const [quantity, budget] of [
      [1n, BUDGET.one],
      [50n, BUDGET.fifty],
    ] as const) {
      it(`[C-08] ${quantity} with a code to a first-time holder, ${when}, costs at most ${budget}`, async () => {
        const { ticket, buyer } = await loadFixture(deploy);
        const gas = await gasUsed(
          ticket.connect(buyer).buyTicketWithAffiliate(FIRST_TIME_HOLDER, quantity, LONGEST_CODE, {
            value: discounted(PRICE * quantity),
          }),
        );

        expect(gas).to.be.at.most(budget);
      });
    }
  }

  it("[C-08] the very first purchase costs what a later one does", async () => {
    const value = discounted(PRICE * 50n);
    const first = await loadFixture(deployTicketWithLongestCode);
    const gasOfFirst = await gasUsed(
      first.ticket
        .connect(first.buyer)
        .buyTicketWithAffiliate(FIRST_TIME_HOLDER, 50n, LONGEST_CODE, { value }),
    );
    const later = await loadFixture(deployTicketAndSellSome);
    const gasOfLater = await gasUsed(
      later.ticket
        .connect(later.buyer)
        .buyTicketWithAffiliate(FIRST_TIME_HOLDER, 50n, LONGEST_CODE, { value }),
    );

    expect(gasOfFirst).to.equal(gasOfLater);
  });

  it(`[C-08] 50 with a code to a first-time holder fit in the page's ${BUDGET.pageLimit}`, async () => {
    const { ticket, buyer } = await loadFixture(deployTicketWithLongestCode);

    await ticket.connect(buyer).buyTicketWithAffiliate(FIRST_TIME_HOLDER, 50n, LONGEST_CODE, {
      value: discounted(PRICE * 50n),
      gasLimit: BUDGET.pageLimit,
    });
    expect(await ticket.balanceOf(FIRST_TIME_HOLDER)).to.equal(50n);
  });

  it("50 without a code to a first-time holder cost less than with one", async () => {
    const { ticket, buyer } = await loadFixture(deployTicketWithLongestCode);
    const gas = await gasUsed(
      ticket.connect(buyer).buyTicket(FIRST_TIME_HOLDER, 50n, { value: PRICE * 50n }),
    );

    expect(gas).to.be.at.most(BUDGET.fiftyWithoutCode);
  });
});
