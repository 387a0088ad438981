import { ZeroAddress } from "ethers";
import type { TaskAction } from "../cli/task.ts";
import { changeAsOwner, type OwnersArguments } from "./owners-change.ts";

export default ((options, hre) =>
  changeAsOwner(hre, options, {
    isAsked: ({ name }) => name === "acceptOwnership",
    async sender(owned) {
      const address = await owned.pendingOwner();
      if (address !== ZeroAddress) return { address, role: owned.role("pending owner") };
      const owner = await owned.owner();
      console.log(`No transfer is under way: the owner is ${owner}. Nothing to do.`);
      return null;
    },
    async change({ ticket }, owned) {
      return {
        name: "accept-ownership",
        title: "Accept the ownership",
        changes: [["owner", await owned.owner(), await owned.pendingOwner()]],
        data: ticket.interface.encodeFunctionData("acceptOwnership"),
        asked: "acceptOwnership()",
        readBack: async () => [await owned.owner()],
      };
    },
  })) satisfies TaskAction<OwnersArguments>;
