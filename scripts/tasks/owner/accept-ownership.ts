import { ZeroAddress } from "ethers";
import type { TaskAction } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { changeAsOwner, exactly, type OwnersArguments } from "./owners-change.ts";

export default ((options, hre) =>
  changeAsOwner(hre, options, ({ ticket }, owned) => {
    const call = callTo(ticket.acceptOwnership, []);
    return {
      ...exactly(call),
      async sender() {
        const address = await owned.pendingOwner();
        if (address !== ZeroAddress) return { address, role: owned.role("pending owner") };
        const owner = await owned.owner();
        console.log(`No transfer is under way: the owner is ${owner}. Nothing to do.`);
        return null;
      },
      change: async () => ({
        name: "accept-ownership",
        title: "Accept the ownership",
        call,
        label: "owner",
        after: await owned.pendingOwner(),
        read: () => owned.owner(),
      }),
    };
  })) satisfies TaskAction<OwnersArguments>;
