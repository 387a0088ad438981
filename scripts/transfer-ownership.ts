import { ZeroAddress } from "ethers";
import { parseAddress } from "./lib/amounts.ts";
import { applyOwnerChange } from "./lib/owner-change.ts";
import { findSafe } from "./lib/safe.ts";
import { withSale } from "./lib/sale.ts";
import { taskAction } from "./lib/task-action.ts";

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
