import { expect } from "chai";
import { type FunctionFragment, Interface } from "ethers";
import { Payouts__factory, Ticket__factory } from "../../../typechain-types/index.js";
import { discounted } from "../../support/collection.ts";
import { CODE, ethers, loadFixture, PRICE } from "../fixture.ts";
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

function views(abi: Interface): FunctionFragment[] {
  return abi.fragments.filter(
    (fragment): fragment is FunctionFragment =>
      fragment.type === "function" &&
      (fragment as FunctionFragment).constant &&
      (fragment as FunctionFragment).name !== "renounceOwnership",
  );
}

for (const [name, abi] of Object.entries(CONTRACTS)) {
  describe(`The views of ${name}`, () => {
    for (const fragment of views(abi)) {
      it(`${fragment.format("sighash")} tells everyone what it tells the owner`, async () => {
        const fixture = await loadFixture(deployWithHistory);
        const { owner, buyer, holder, stranger } = fixture;
        const contract = fixture[name as keyof typeof CONTRACTS];
        const accounts = [buyer.address, holder.address];
        const data = abi.encodeFunctionData(
          fragment,
          fragment.inputs.map(({ type }) => {
            if (type === "address") return accounts.shift();
            if (type === "string") return CODE;
            return type === "bytes4" ? "0x80ac58cd" : 1n;
          }),
        );
        const to = await contract.getAddress();
        const told = await ethers.provider.call({ to, data, from: owner.address });

        for (const from of [stranger.address, buyer.address, ethers.ZeroAddress, to]) {
          expect(await ethers.provider.call({ to, data, from })).to.equal(told);
        }
      });
    }
  });
}
