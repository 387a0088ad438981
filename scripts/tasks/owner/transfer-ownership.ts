import { ZeroAddress } from "ethers";
import { parseAddress } from "../cli/amounts.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { describeOwner } from "../outbox/safe/safe.ts";
import { callTo } from "../outbox/ticket-call.ts";
import type { Sale } from "../record/sale.ts";
import {
  changeAsOwner,
  type Owned,
  type OwnersArguments,
  type OwnersChange,
} from "./owners-change.ts";

interface TransferOwnershipArguments extends OwnersArguments {
  readonly newOwner: string;
}

const NO_ONE = "none";

export default (({ newOwner: text, ...options }, hre) => {
  const newOwner = text === NO_ONE ? ZeroAddress : parseAddress("The new owner", text);
  return changeAsOwner(hre, options, (sale, owned) => {
    const call = callTo(sale.ticket.transferOwnership, [newOwner]);
    const readBack = async () => [nameOf(await owned.pendingOwner())];
    return {
      isAsked: (data) => data === call.data,
      async change() {
        const isOffer = newOwner !== ZeroAddress;
        const change = await (isOffer ? offer(sale, owned, newOwner) : withdrawal(owned));
        return change && { ...call, ...change, name: "transfer-ownership", readBack };
      },
    };
  });
}) satisfies TaskAction<TransferOwnershipArguments>;

type Transfer = Omit<OwnersChange, "name" | "data" | "asked" | "readBack">;

async function offer(sale: Sale, owned: Owned, newOwner: string): Promise<Transfer | null> {
  const before = await owned.pendingOwner();
  const { network } = sale;
  if ((await owned.owner()) === newOwner) {
    if (before !== ZeroAddress) {
      throw new TaskError(
        `${newOwner} is the owner, and the offer to ${before} stands. To withdraw it: ` +
          `npm run hardhat -- ticket transfer-ownership ${NO_ONE}${owned.flag} --network ${network}`,
      );
    }
    console.log(`The owner is already ${newOwner}. Nothing to do.`);
    return null;
  }
  if (before === newOwner) {
    console.log(`${newOwner} is already to become the owner, once it accepts. Nothing to do.`);
    return null;
  }
  return {
    title: "Offer the ownership; it moves when the new owner accepts",
    changes: [["next owner", nameOf(before), newOwner]],
    warnings: await warningsOf(sale, newOwner),
    next: `Next: npm run hardhat -- ticket accept-ownership${owned.flag} --network ${network} (as ${newOwner})`,
  };
}

/** Cancels an offer by offering to the zero address, which can't accept. */
async function withdrawal(owned: Owned): Promise<Transfer | null> {
  const before = await owned.pendingOwner();
  if (before === ZeroAddress) {
    console.log("The ownership is offered to no one. Nothing to do.");
    return null;
  }
  return {
    title: "Withdraw the offer of the ownership; the owner stays",
    changes: [["next owner", before, nameOf(ZeroAddress)]],
  };
}

function nameOf(pendingOwner: string): string {
  return pendingOwner === ZeroAddress ? NO_ONE : pendingOwner;
}

async function warningsOf({ provider }: Sale, newOwner: string): Promise<string[]> {
  const { what, isSound } = await describeOwner(provider, newOwner);
  return isSound ? [] : [`the new owner is ${what}. Use a Safe with a threshold of 2.`];
}
