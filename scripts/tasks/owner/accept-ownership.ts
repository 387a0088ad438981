import { ZeroAddress } from "ethers";
import { taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";
import { type SendArguments, withOwnersSale } from "./owners-sale.ts";

export default taskAction<SendArguments>((options, hre) =>
  withOwnersSale(
    hre,
    options,
    ({ name }) => name === "acceptOwnership",
    async (sale, sending, owned) => {
      const owner = await owned.owner();
      const pending = await owned.pendingOwner();
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
          contract: owned.contract,
          sender: { address: pending, role: owned.role("pending owner") },
          readBack: async () => [await owned.owner()],
        },
        sending,
      );
    },
    { senderOf: (owned) => owned.pendingOwner() },
  ),
);
