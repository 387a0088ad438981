import { ZeroAddress } from "ethers";
import type { TaskAction } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { changeAsOwner, type OwnersArguments } from "./owners-change.ts";

export default ((options, hre) =>
  changeAsOwner(hre, options, ({ ticket }, owned) => {
    const call = callTo(ticket.acceptOwnership, []);
    return {
      isAsked: (data) => data === call.data,
      async sender() {
        const address = await owned.pendingOwner();
        if (address !== ZeroAddress) return { address, role: owned.role("pending owner") };
        const owner = await owned.owner();
        console.log(`No transfer is under way: the owner is ${owner}. Nothing to do.`);
        return null;
      },
      change: async () => ({
        ...call,
        name: "accept-ownership",
        title: "Accept the ownership",
        changes: [["owner", await owned.owner(), await owned.pendingOwner()]],
        readBack: async () => [await owned.owner()],
      }),
    };
  })) satisfies TaskAction<OwnersArguments>;
