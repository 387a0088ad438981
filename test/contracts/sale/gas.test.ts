import { expect } from "chai";
import type { ContractTransactionResponse } from "ethers";
import {
  BUDGET,
  buy,
  deployTicket,
  ethers,
  HARDFORK,
  loadFixture,
  MAX_PER_PURCHASE,
  PRICE,
  priceOf,
} from "../fixture.ts";

/**
 * The most expensive purchase: the receiver is new, its address has no zero byte, and the sale is
 * the first of a code of the greatest length. Ids start at 1, so the collection's first purchase
 * must cost the same as later ones.
 */
const FIRST_TIME_HOLDER = ethers.getAddress("0x9a8b7c6d5e4f3a2b1c2d9e8f7a6b5c4d3e2f1a4b");
const RETURNING_HOLDER = ethers.getAddress("0x1a2b3c4d5e6f7a8b9c1d2e3f4a5b6c7d8e9f1a2b");
const LONGEST_CODE = "z".repeat(32);
const DEAREST = { to: FIRST_TIME_HOLDER, code: LONGEST_CODE };

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
  await buy(fixture, 2n, { to: fixture.stranger.address });
  return fixture;
}

describe("Ticket: gas", () => {
  it(`is measured on the hardfork that is named, ${HARDFORK}`, async () => {
    // Opcodes identify the fork: CLZ came with Osaka (CLZ of 1 is 255), SLOTNUM with Amsterdam.
    const clz = ethers.provider.call({ data: "0x60011e5f5260205ff3" });
    const hasSlotNumber = ethers.provider.call({ data: "0x4b5f5260205ff3" }).then(
      () => true,
      () => false,
    );

    expect(BigInt(await clz)).to.equal(255n);
    expect(await hasSlotNumber).to.equal(HARDFORK === "amsterdam");
  });

  for (const [quantity, budget] of [
    [1n, BUDGET.one],
    [MAX_PER_PURCHASE, BUDGET.most],
  ] as const) {
    it(`[C-08] ${quantity} with a code to a first-time holder cost at most ${budget}, the very first purchase as a later one`, async () => {
      const costs: bigint[] = [];
      for (const deploy of [deployTicketWithLongestCode, deployTicketAndSellSome]) {
        const sale = await loadFixture(deploy);
        costs.push(await gasUsed(buy(sale, quantity, DEAREST)));
      }

      expect(costs[0]).to.be.at.most(budget);
      expect(costs[0]).to.equal(costs[1]);
    });
  }

  it(`[C-08] ${MAX_PER_PURCHASE} with a code to a first-time holder fit in the page's ${BUDGET.pageLimit}`, async () => {
    const { ticket, buyer } = await loadFixture(deployTicketWithLongestCode);
    const purchase = [FIRST_TIME_HOLDER, MAX_PER_PURCHASE, LONGEST_CODE] as const;
    const value = priceOf(MAX_PER_PURCHASE, LONGEST_CODE);
    const { buyTicketWithAffiliate } = ticket.connect(buyer);

    expect(
      await buyTicketWithAffiliate.estimateGas(...purchase, { value }),
      "The page's gas limit is too low for maxPerPurchase of collection.ts: choose a lower one",
    ).to.be.at.most(BUDGET.pageLimit);
    await buyTicketWithAffiliate(...purchase, { value, gasLimit: BUDGET.pageLimit });
    expect(await ticket.balanceOf(FIRST_TIME_HOLDER)).to.equal(MAX_PER_PURCHASE);
  });

  it(`${MAX_PER_PURCHASE} without a code to a first-time holder cost less than with one`, async () => {
    const sale = await loadFixture(deployTicketWithLongestCode);
    const gas = await gasUsed(buy(sale, MAX_PER_PURCHASE, { to: FIRST_TIME_HOLDER }));

    expect(gas).to.be.at.most(BUDGET.mostWithoutCode);
  });
});

/** Gas that finding the function in a larger contract may cost. */
const FINDING_THE_FUNCTION = 150n;

async function deployTicketAndBareTokenWithBatches() {
  const fixture = await deployTicket();
  const { ticket, buyer, stranger } = fixture;
  const bare = await ethers.deployContract("BareERC721A");
  for (const [to, quantity] of [
    [RETURNING_HOLDER, 1n],
    [buyer.address, MAX_PER_PURCHASE],
    [stranger.address, 1n],
  ] as const) {
    await ticket.buyTicket(to, quantity, { value: PRICE * quantity });
    await bare.mint(to, to === RETURNING_HOLDER ? quantity + 1n : quantity);
  }
  return { ...fixture, bare, batch: 2n };
}

const PLACES = new Set([1n, 2n, MAX_PER_PURCHASE / 2n, MAX_PER_PURCHASE - 1n, MAX_PER_PURCHASE]);

describe(`Ticket: gas of a transfer out of a batch of ${MAX_PER_PURCHASE}`, () => {
  it(`costs at most ${FINDING_THE_FUNCTION} more than ERC721A's own, whichever ticket it is and whoever gets it`, async () => {
    for (const to of [FIRST_TIME_HOLDER, RETURNING_HOLDER]) {
      for (const nth of PLACES) {
        const fixture = await loadFixture(deployTicketAndBareTokenWithBatches);
        const { ticket, bare, batch, buyer } = fixture;
        const transfer = [buyer.address, to, batch + nth - 1n] as const;
        const ours = await gasUsed(ticket.connect(buyer).transferFrom(...transfer));
        const itsOwn = await gasUsed(bare.connect(buyer).transferFrom(...transfer));

        const which = `ticket ${nth} to ${to}`;
        expect(ours - itsOwn, which).to.be.within(0n, FINDING_THE_FUNCTION);
      }
    }
  });

  it("initializeOwnershipAt saves the reads back to the batch's first ticket", async () => {
    const fixture = await loadFixture(deployTicketAndBareTokenWithBatches);
    const { ticket, batch, buyer, stranger } = fixture;
    const lastButOne = batch + MAX_PER_PURCHASE - 2n;
    const transfer = [buyer.address, FIRST_TIME_HOLDER, lastButOne] as const;
    const { transferFrom } = ticket.connect(buyer);
    const before = await transferFrom.estimateGas(...transfer);
    await ticket.connect(stranger).initializeOwnershipAt(lastButOne);
    const after = await transferFrom.estimateGas(...transfer);

    // A read of a slot costs 2,100 gas.
    expect(before - after > (MAX_PER_PURCHASE - 2n) * 2_100n).to.equal(true);
  });
});
