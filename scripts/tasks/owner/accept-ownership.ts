import { ZeroAddress } from "ethers";
import { withSale } from "../record/sale.ts";
import { taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";

export default taskAction<{ readonly yes: boolean }>((options, hre) =>
  withSale(hre, async (sale) => {
    const owner = await sale.ticket.owner();
    const pending = await sale.ticket.pendingOwner();
    if (pending === ZeroAddress) {
      console.log(`No transfer is under way: the owner is ${owner}. Nothing to do.`);
      return;
    }
    await applyOwnerChange(
      sale,
      {
        name: "accept-ownership",
        title: "Accept the ownership",
        changes: [["owner", owner, pending]],
        data: sale.ticket.interface.encodeFunctionData("acceptOwnership"),
        asked: "acceptOwnership()",
        sender: { address: pending, role: "pending owner" },
        readBack: async () => [await sale.ticket.owner()],
      },
      options,
    );
  }),
);
