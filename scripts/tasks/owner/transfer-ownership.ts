import { ZeroAddress } from "ethers";
import type { Sale } from "../record/sale.ts";
import { accountKind } from "../send/account-kind.ts";
import { findSafe } from "../send/safe.ts";
import { parseAddress } from "../shared/amounts.ts";
import { taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";
import { type SendArguments, withOwnersSale } from "./owners-sale.ts";

interface TransferOwnershipArguments extends SendArguments {
  readonly newOwner: string;
}

export default taskAction<TransferOwnershipArguments>(({ newOwner: text, ...options }, hre) => {
  const newOwner = parseAddress("The new owner", text);
  return withOwnersSale(
    hre,
    options,
    ({ name, args }) => name === "transferOwnership" && args[0] === newOwner,
    async (sale, sending) => {
      if ((await sale.ticket.owner()) === newOwner) {
        console.log(`The owner is already ${newOwner}. Nothing to do.`);
        return;
      }
      const before = await sale.ticket.pendingOwner();
      if (before === newOwner) {
        console.log(`${newOwner} is already to become the owner, once it accepts. Nothing to do.`);
        return;
      }
      await applyOwnerChange(
        sale,
        {
          name: "transfer-ownership",
          title: "Offer the ownership; it moves when the new owner accepts",
          changes: [["next owner", before === ZeroAddress ? "none" : before, newOwner]],
          warnings: await warningsOf(sale, newOwner),
          data: sale.ticket.interface.encodeFunctionData("transferOwnership", [newOwner]),
          asked: `transferOwnership(${newOwner})`,
          readBack: async () => [await sale.ticket.pendingOwner()],
        },
        sending,
      );
      console.log(
        `Next: npm run hardhat -- ticket accept-ownership --network ${sale.network} (as ${newOwner})`,
      );
    },
  );
});

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
