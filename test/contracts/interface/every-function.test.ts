import { expect } from "chai";
import { type FunctionFragment, Interface } from "ethers";
import { Ticket__factory } from "../../../typechain-types/index.js";
import { discounted } from "../../support/collection.ts";
import { buy, CODE, deployTicket, ethers, loadFixture, PRICE } from "../fixture.ts";

type Fixture = Awaited<ReturnType<typeof deployTicket>>;

interface Call {
  readonly by?: "buyer" | "newOwner";
  readonly args: (fixture: Fixture) => readonly unknown[];
  readonly value?: bigint;
  readonly events: readonly string[];
  readonly before?: (fixture: Fixture) => Promise<unknown>;
}

const buyTwo = (fixture: Fixture) => buy(fixture, 2n);

const CALLS: Readonly<Record<string, Call>> = {
  "acceptOwnership()": {
    by: "newOwner",
    args: () => [],
    events: ["OwnershipTransferred"],
    before: ({ ticket, newOwner }) => ticket.transferOwnership(newOwner.address),
  },
  "approve(address,uint256)": {
    by: "buyer",
    args: ({ holder }) => [holder.address, 1n],
    events: ["Approval"],
    before: buyTwo,
  },
  "buyTicket(address,uint256)": {
    by: "buyer",
    args: ({ holder }) => [holder.address, 2n],
    value: PRICE * 2n,
    events: ["Transfer", "Transfer", "TicketsSold"],
  },
  "buyTicketWithAffiliate(address,uint256,string)": {
    by: "buyer",
    args: ({ holder }) => [holder.address, 2n, CODE],
    value: discounted(PRICE * 2n),
    events: ["Transfer", "Transfer", "TicketsSold"],
  },
  "freezeMetadata()": { args: () => [], events: ["MetadataFrozen"] },
  // This call copies a holder to another slot and changes no view.
  "initializeOwnershipAt(uint256)": { args: () => [2n], events: [], before: buyTwo },
  "multicall(bytes[])": {
    args: ({ ticket }) => [
      [
        ticket.interface.encodeFunctionData("pause"),
        ticket.interface.encodeFunctionData("setTicketPrice", [PRICE * 2n]),
      ],
    ],
    events: ["PauseSet", "TicketPriceSet"],
  },
  "pause()": { args: () => [], events: ["PauseSet"] },
  "safeTransferFrom(address,address,uint256)": {
    by: "buyer",
    args: ({ buyer, holder }) => [buyer.address, holder.address, 1n],
    events: ["Transfer"],
    before: buyTwo,
  },
  "safeTransferFrom(address,address,uint256,bytes)": {
    by: "buyer",
    args: ({ buyer, holder }) => [buyer.address, holder.address, 1n, "0x1234"],
    events: ["Transfer"],
    before: buyTwo,
  },
  "setAffiliates(string[],bool)": {
    args: () => [["bob", "carol"], true],
    events: ["AffiliateSet", "AffiliateSet"],
  },
  "setApprovalForAll(address,bool)": {
    by: "buyer",
    args: ({ holder }) => [holder.address, true],
    events: ["ApprovalForAll"],
  },
  "setRenderer(address)": {
    args: ({ stranger }) => [stranger.address],
    events: ["RendererSet", "BatchMetadataUpdate", "ContractURIUpdated"],
  },
  "setRoyalty(address,uint96)": {
    args: ({ stranger }) => [stranger.address, 250n],
    events: ["RoyaltySet"],
  },
  "setTicketPrice(uint256)": { args: () => [PRICE * 3n], events: ["TicketPriceSet"] },
  "transferFrom(address,address,uint256)": {
    by: "buyer",
    args: ({ buyer, holder }) => [buyer.address, holder.address, 1n],
    events: ["Transfer"],
    before: buyTwo,
  },
  "transferOwnership(address)": {
    args: ({ newOwner }) => [newOwner.address],
    events: ["OwnershipTransferStarted"],
  },
  "unpause()": {
    args: () => [],
    events: ["PauseSet"],
    before: ({ ticket }) => ticket.pause(),
  },
  "withdraw(address)": {
    args: ({ stranger }) => [stranger.address],
    events: ["Withdrawn"],
    before: buyTwo,
  },
};

const abi = new Interface(Ticket__factory.abi);
const writing: FunctionFragment[] = [];
abi.forEachFunction((fragment) => {
  if (!fragment.constant) writing.push(fragment);
});

async function callOf(signature: string, fixture: Fixture) {
  const call = CALLS[signature];
  if (call === undefined) throw new Error(`Say what a good call of ${signature} is`);
  await call.before?.(fixture);
  const data = abi.encodeFunctionData(signature, [...call.args(fixture)]);
  return { call, to: await fixture.ticket.getAddress(), data };
}

describe("Ticket: every function that writes", () => {
  it("is known here", () => {
    expect(
      writing.map((fragment) => fragment.format("sighash")).sort(),
      "Add it to CALLS with a call that succeeds, and its events",
    ).to.deep.equal(Object.keys(CALLS).sort());
  });

  for (const fragment of writing) {
    const signature = fragment.format("sighash");
    const events = CALLS[signature]?.events ?? [];
    const takes = fragment.payable ? "" : ", and takes no wei";

    it(`${signature} says ${events.length === 0 ? "nothing" : events.join(", ")}${takes}`, async () => {
      const fixture = await loadFixture(deployTicket);
      const { call, ...request } = await callOf(signature, fixture);
      const sender = fixture[call.by ?? "owner"];
      if (!fragment.payable) {
        const paid = sender.sendTransaction({ ...request, value: 1n });
        await expect(paid).to.be.revertedWithoutReason(ethers);
      }
      const sent = await sender.sendTransaction({ ...request, value: call.value ?? 0n });
      const receipt = await sent.wait();

      // From Amsterdam on, the chain itself logs transfers of wei (EIP-7708).
      const own = (receipt?.logs ?? []).filter((log) => log.address === request.to);
      expect(own.map((log) => abi.parseLog(log)?.name)).to.deep.equal(events);
    });
  }

  it("only the purchases, and transfers and approvals as ERC-721 declares them, are payable", () => {
    const payable = writing.filter((fragment) => fragment.payable);

    expect(payable.map((fragment) => fragment.format("sighash")).sort()).to.deep.equal([
      "approve(address,uint256)",
      "buyTicket(address,uint256)",
      "buyTicketWithAffiliate(address,uint256,string)",
      "safeTransferFrom(address,address,uint256)",
      "safeTransferFrom(address,address,uint256,bytes)",
      "transferFrom(address,address,uint256)",
    ]);
  });

  it("wei sent along with a transfer buys nothing and is withdrawn with the proceeds", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer, holder, stranger } = sale;
    await buy(sale, 1n);
    await ticket.connect(buyer).transferFrom(buyer.address, holder.address, 1n, { value: 5n });

    expect(await ticket.totalSupply()).to.equal(1n);
    const sent = ticket.withdraw(stranger.address);
    await expect(sent).to.changeEtherBalance(ethers, stranger, PRICE + 5n);
  });

  it("there is no fallback: unknown calls and plain payments are refused", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const to = await ticket.getAddress();

    expect(abi.fallback).to.equal(null);
    expect(abi.receive).to.equal(false);
    for (const request of [{ value: 1n }, { data: "0xdeadbeef" }]) {
      await expect(buyer.sendTransaction({ to, ...request })).to.be.revertedWithoutReason(ethers);
    }
  });
});
