import { expect } from "chai";
import type { ContractTransactionResponse } from "ethers";
import hre from "hardhat";
import { maxPerPurchase } from "../../collection.ts";
import { bindings, deployTicketAndRenderer } from "../contracts/deploy-ticket.ts";
import {
  AMSTERDAM,
  HARDHATS_AMSTERDAM,
  OSAKA,
  type Prices,
  priced,
  type Work,
  workOf,
} from "./lib/fork-gas.ts";

/** EIP-7825. */
const TRANSACTION_GAS_CAP = 16_777_216n;
const MOST = BigInt(maxPerPurchase);
const BUYER = `0x${"7a".repeat(19)}01`;
const HOLDER = `0x${"7b".repeat(20)}`;
const NEW_HOLDER = `0x${"7c".repeat(20)}`;
const LONGEST_CODE = "z".repeat(32);

const HUNDRED_CODES = Array.from({ length: 100 }, (_, i) => `${"z".repeat(29)}${100 + i}`);
const IMPORTED = "a hundred affiliates, added";

interface Measured {
  readonly gasUsed: bigint;
  readonly work: Work;
}

async function transactionsOn(hardfork: "osaka" | "amsterdam") {
  const { ethers, provider } = await hre.network.create({
    override: { hardfork, transactionGasCap: false },
  });
  const [owner] = await ethers.getSigners();
  if (owner === undefined) throw new Error("The simulated chain has no accounts");
  const { ticket, renderer } = await deployTicketAndRenderer(bindings(owner));
  const found = new Map<string, Measured>();
  async function measure(name: string, sending: ContractTransactionResponse | null) {
    const receipt = await ethers.provider.getTransactionReceipt(sending?.hash ?? "");
    if (receipt === null) throw new Error(`${name} was not mined`);
    found.set(name, { gasUsed: receipt.gasUsed, work: await workOf(provider, receipt) });
  }
  await measure("the renderer's creation", renderer.deploymentTransaction());
  await measure("the ticket's creation", ticket.deploymentTransaction());
  await measure("an affiliate, added", await ticket.setAffiliates([LONGEST_CODE], true));
  await measure(IMPORTED, await ticket.setAffiliates(HUNDRED_CODES, true));
  const price = (quantity: bigint) => ticket.getPriceForQuantity(quantity);
  const reduced = (quantity: bigint) => ticket.getAffiliatePriceForQuantity(quantity);
  const buy = async (to: string, quantity: bigint) =>
    ticket.buyTicketWithAffiliate(to, quantity, LONGEST_CODE, { value: await reduced(quantity) });
  await measure("the first purchase", await buy(HOLDER, 1n));
  await measure(
    "a purchase without a code",
    await ticket.buyTicket(BUYER, 2n, { value: await price(2n) }),
  );
  await measure("a returning holder's purchase", await buy(HOLDER, MOST));
  await measure("a whole purchase", await buy(owner.address, MOST));
  await measure("a new price", await ticket.setTicketPrice((await ticket.ticketPrice()) * 2n));
  const last = await ticket.totalSupply();
  await measure(
    "a transfer",
    await ticket.transferFrom(owner.address, NEW_HOLDER, last - MOST / 2n),
  );
  await measure("a pause", await ticket.pause());
  const loop = await ethers.deployContract("OpenZeppelinLoop");
  await measure("a purchase from a loop", await loop.mint(NEW_HOLDER, 3n));
  return found;
}

describe("The gas of a fork, computed from a trace of another", () => {
  let osaka: Map<string, Measured>;
  let amsterdam: Map<string, Measured>;
  before(async () => {
    osaka = await transactionsOn("osaka");
    amsterdam = await transactionsOn("amsterdam");
  });

  const computed = (of: Map<string, Measured>, prices: Prices) =>
    Object.fromEntries([...of].map(([name, { work }]) => [name, priced(work, prices)]));
  const used = (of: Map<string, Measured>) =>
    Object.fromEntries([...of].map(([name, { gasUsed }]) => [name, gasUsed]));

  it("is Osaka's to the unit, where Hardhat has Osaka", () => {
    expect(osaka.size).to.equal(12);
    expect(computed(osaka, OSAKA)).to.deep.equal(used(osaka));
    expect(computed(amsterdam, OSAKA)).to.deep.equal(used(osaka));
  });

  it("is Amsterdam's to the unit as Hardhat has it, without EIP-2780 and EIP-8038", () => {
    expect(computed(osaka, HARDHATS_AMSTERDAM)).to.deep.equal(used(amsterdam));
    expect(computed(amsterdam, HARDHATS_AMSTERDAM)).to.deep.equal(used(amsterdam));
  });

  it("by the EIPs' text is above Hardhat's by 7,100 for each slot that is written first", () => {
    for (const [name, { work, gasUsed }] of amsterdam) {
      if (work.kind !== "callWithValue") continue;
      const { slotsChanged, slotsCreated, slotsAgain, warmWrites } = work;
      expect(priced(work, AMSTERDAM) - gasUsed, name).to.equal(
        7_100n * (slotsChanged + slotsCreated) + 100n * (warmWrites - slotsAgain),
      );
    }
  });

  it("of a hundred affiliates is below the cap of a transaction, all state counted", () => {
    const imported = osaka.get(IMPORTED);
    if (imported === undefined) throw new Error("Not measured");
    expect(imported.work.slotsCreated).to.equal(100n);
    expect(priced(imported.work, AMSTERDAM)).to.be.below(TRANSACTION_GAS_CAP);
  });

  it("is that of the EIPs' own reference cases", () => {
    const nothing: Work = {
      kind: "call",
      ...{ zeroBytes: 0n, otherBytes: 0n, codeBytes: 0n, coldWrites: 0n, warmWrites: 0n },
      ...{ slotsAgain: 0n, slotsChanged: 0n, slotsCreated: 0n, others: 0n },
    };
    const of = (work: Partial<Work>) => priced({ ...nothing, ...work }, AMSTERDAM);
    // EIP-2780, test cases 2, 3 and 6.
    expect(of({})).to.equal(15_000n);
    expect(of({ kind: "callWithValue" })).to.equal(21_000n);
    expect(of({ kind: "creation" })).to.equal(24_000n + 183_600n);
    // EIP-8038, table of SSTORE: a new slot, and the first change of a cold one.
    expect(of({ coldWrites: 1n, slotsCreated: 1n })).to.equal(15_000n + 2_100n + 10_000n + 97_920n);
    expect(of({ coldWrites: 1n, slotsChanged: 1n })).to.equal(15_000n + 2_100n + 10_000n);
    expect(of({ warmWrites: 1n, slotsChanged: 1n })).to.equal(15_000n + 100n + 10_000n);
    expect(of({ warmWrites: 1n, slotsAgain: 1n })).to.equal(15_000n + 100n);
    // EIP-8037: 37,784,880 gas for 24 kB of code and the account (183,600). The rest is EIP-2780 and the
    // code's hash.
    expect(of({ kind: "creation", codeBytes: 24_576n })).to.equal(
      37_784_880n + 24_000n + 768n * 6n,
    );
    // EIP-7976: at least 64 gas per byte.
    expect(of({ zeroBytes: 50n, otherBytes: 50n })).to.equal(15_000n + 6_400n);
  });
});
