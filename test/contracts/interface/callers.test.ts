import { expect } from "chai";
import { FunctionFragment, Interface } from "ethers";
import { Payouts__factory, Ticket__factory } from "../../../typechain-types/index.js";
import { discounted } from "../../support/collection.ts";
import { CODE, ethers, expectError, loadFixture, PRICE } from "../fixture.ts";
import { deployPayouts } from "../payouts/deploy-payouts.ts";

async function deployWithHistory() {
  const fixture = await deployPayouts();
  const { ticket, payouts, buyer, holder, payee, newOwner } = fixture;
  const value = discounted(PRICE * 2n);
  await ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, 2n, CODE, { value });
  await ticket.connect(buyer).approve(holder.address, 1n);
  await ticket.connect(buyer).setApprovalForAll(holder.address, true);
  await payouts.setPayees([CODE], [payee]);
  for (const contract of [ticket, payouts]) await contract.transferOwnership(newOwner);
  // The real renderer would draw each picture for five callers.
  await ticket.setRenderer(await ethers.deployContract("FixedRenderer"));
  return fixture;
}

const CONTRACTS = {
  ticket: new Interface(Ticket__factory.abi),
  payouts: new Interface(Payouts__factory.abi),
} as const;

/** The functions that change something and that anyone may call. All others are the owner's. */
const FOR_ANYONE = {
  ticket: [
    "acceptOwnership",
    "approve",
    "buyTicket",
    "buyTicketWithAffiliate",
    "initializeOwnershipAt",
    "multicall",
    "safeTransferFrom",
    "setApprovalForAll",
    "transferFrom",
  ],
  payouts: ["acceptOwnership", "payOut"],
} as const;

/** The first address is the buyer's, the second one the holder's. */
function argumentsOf(fragment: FunctionFragment, addresses: readonly string[]): unknown[] {
  const left = [...addresses];
  const argumentOf = (type: string): unknown => {
    if (type.endsWith("[]")) return [argumentOf(type.slice(0, -2))];
    if (type === "address") return left.shift();
    if (type === "string") return CODE;
    return type === "bytes4" ? "0x80ac58cd" : 1n;
  };
  return fragment.inputs.map(({ type }) => argumentOf(type));
}

for (const [name, abi] of Object.entries(CONTRACTS) as ["ticket" | "payouts", Interface][]) {
  const functions = abi.fragments.filter((fragment) => FunctionFragment.isFragment(fragment));
  // `renounceOwnership` is a view because it only reverts.
  const isView = (fragment: FunctionFragment) =>
    fragment.constant && fragment.name !== "renounceOwnership";
  const isForAnyone = (fragment: FunctionFragment) =>
    (FOR_ANYONE[name] as readonly string[]).includes(fragment.name);

  describe(`The views of ${name}`, () => {
    for (const fragment of functions.filter(isView)) {
      it(`${fragment.format("sighash")} tells everyone what it tells the owner`, async () => {
        const fixture = await loadFixture(deployWithHistory);
        const { owner, buyer, holder, stranger } = fixture;
        const given = argumentsOf(fragment, [buyer.address, holder.address]);
        const data = abi.encodeFunctionData(fragment, given);
        const to = await fixture[name].getAddress();
        const told = await ethers.provider.call({ to, data, from: owner.address });

        for (const from of [stranger.address, buyer.address, ethers.ZeroAddress, to]) {
          expect(await ethers.provider.call({ to, data, from })).to.equal(told);
        }
      });
    }
  });

  describe(`The owner's functions of ${name}`, () => {
    for (const fragment of functions.filter((one) => !isView(one) && !isForAnyone(one))) {
      it(`${fragment.format("sighash")} refuses everyone else`, async () => {
        const fixture = await loadFixture(deployWithHistory);
        const { buyer, royaltyReceiver, newOwner, payee, stranger } = fixture;

        for (const other of [buyer, royaltyReceiver, newOwner, payee, stranger]) {
          const call = fixture[name].connect(other).getFunction(fragment.format());
          const sent = call(...argumentsOf(fragment, [other.address]));
          await expectError(sent, fixture[name], "OwnableUnauthorizedAccount", other.address);
        }
      });
    }
  });
}
