import { ZeroAddress } from "ethers";
import { accountKind } from "../outbox/safe/account-kind.ts";
import { findSafe } from "../outbox/safe/safe.ts";
import type { Sale } from "../record/sale.ts";
import { parseAddress } from "../shared/amounts.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";
import { applyOwnerChange, type Sending } from "./owner-change.ts";
import { type Owned, type SendArguments, withOwnersSale } from "./owners-sale.ts";

interface TransferOwnershipArguments extends SendArguments {
  readonly newOwner: string;
}

/** What is typed in place of an address to withdraw an offer. */
const NO_ONE = "none";

export default taskAction<TransferOwnershipArguments>(({ newOwner: text, ...options }, hre) => {
  const newOwner = text === NO_ONE ? ZeroAddress : parseAddress("The new owner", text);
  return withOwnersSale(
    hre,
    options,
    ({ name, args }) => name === "transferOwnership" && args[0] === newOwner,
    (sale, sending, owned) =>
      newOwner === ZeroAddress
        ? withdrawOffer(sale, owned, sending)
        : offer(sale, owned, newOwner, sending),
  );
});

async function offer(sale: Sale, owned: Owned, newOwner: string, sending: Sending): Promise<void> {
  const before = await owned.pendingOwner();
  if ((await owned.owner()) === newOwner) {
    if (before !== ZeroAddress) {
      throw new TaskError(
        `${newOwner} is the owner, and the offer to ${before} stands. To withdraw it: ` +
          `npm run hardhat -- ticket transfer-ownership ${NO_ONE}${owned.flag} --network ${sale.network}`,
      );
    }
    console.log(`The owner is already ${newOwner}. Nothing to do.`);
    return;
  }
  if (before === newOwner) {
    console.log(`${newOwner} is already to become the owner, once it accepts. Nothing to do.`);
    return;
  }
  await applyOwnerChange(
    sale,
    {
      ...(await transfer(sale, owned, newOwner)),
      title: "Offer the ownership; it moves when the new owner accepts",
      changes: [["next owner", nameOf(before), newOwner]],
      warnings: await warningsOf(sale, newOwner),
    },
    sending,
  );
  if (sale.dryRun) return;
  console.log(
    `Next: npm run hardhat -- ticket accept-ownership${owned.flag} --network ${sale.network} (as ${newOwner})`,
  );
}

/** An offer to the zero address, which can't accept it, takes the place of any other. */
async function withdrawOffer(sale: Sale, owned: Owned, sending: Sending): Promise<void> {
  const before = await owned.pendingOwner();
  if (before === ZeroAddress) {
    console.log("The ownership is offered to no one. Nothing to do.");
    return;
  }
  await applyOwnerChange(
    sale,
    {
      ...(await transfer(sale, owned, ZeroAddress)),
      title: "Withdraw the offer of the ownership; the owner stays",
      changes: [["next owner", before, nameOf(ZeroAddress)]],
    },
    sending,
  );
}

async function transfer({ ticket }: Sale, owned: Owned, newOwner: string) {
  return {
    contract: owned.contract,
    sender: { address: await owned.owner(), role: owned.role("owner") },
    name: "transfer-ownership",
    data: ticket.interface.encodeFunctionData("transferOwnership", [newOwner]),
    asked: `transferOwnership(${newOwner})`,
    readBack: async () => [nameOf(await owned.pendingOwner())],
  };
}

function nameOf(pendingOwner: string): string {
  return pendingOwner === ZeroAddress ? NO_ONE : pendingOwner;
}

async function warningsOf({ provider }: Sale, newOwner: string): Promise<string[]> {
  const safe = await findSafe(provider, newOwner);
  if (safe !== null) {
    if (safe.threshold >= 2) return [];
    return ["the new owner is a Safe with a threshold of 1: one lost key loses the sale."];
  }
  return (await accountKind(provider, newOwner)) === "contract"
    ? ["the new owner is a contract, and not a Safe that this can recognise."]
    : ["the new owner is a single account, not a Safe."];
}
