import { ZeroAddress } from "ethers";
import { withSale } from "../record/sale.ts";
import { findSafe } from "../send/safe.ts";
import { parseAddress } from "../shared/amounts.ts";
import { taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";

interface TransferOwnershipArguments {
  readonly newOwner: string;
  readonly yes: boolean;
}

export default taskAction<TransferOwnershipArguments>(({ newOwner: text, yes }, hre) => {
  const newOwner = parseAddress("The new owner", text);
  return withSale(hre, async (sale) => {
    if ((await sale.ticket.owner()) === newOwner) {
      console.log(`The owner is already ${newOwner}. Nothing to do.`);
      return;
    }
    const before = await sale.ticket.pendingOwner();
    if (before === newOwner) {
      console.log(`${newOwner} is already to become the owner, once it accepts. Nothing to do.`);
      return;
    }
    const safe = await findSafe(sale.provider, newOwner);
    const code = await sale.provider.getCode(newOwner);
    await applyOwnerChange(
      sale,
      {
        name: "transfer-ownership",
        title: "Offer the ownership; it moves when the new owner accepts",
        changes: [["next owner", before === ZeroAddress ? "nobody" : before, newOwner]],
        warnings:
          safe !== null
            ? safe.threshold < 2
              ? ["the new owner is a Safe with a threshold of 1: one lost key loses the sale."]
              : []
            : [
                code === "0x"
                  ? "the new owner is a single account, not a Safe."
                  : "the new owner is a contract, and not a Safe that this can recognise.",
              ],
        data: sale.ticket.interface.encodeFunctionData("transferOwnership", [newOwner]),
        asked: `transferOwnership(${newOwner})`,
        readBack: async () => [await sale.ticket.pendingOwner()],
      },
      { yes },
    );
    console.log(
      `Next: npm run hardhat -- ticket accept-ownership --network ${sale.network} (as ${newOwner})`,
    );
  });
});
