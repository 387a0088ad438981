import { ZeroAddress } from "ethers";
import { callTo } from "../outbox/ticket-call.ts";
import { ownersTask } from "./owners-change.ts";

export default ownersTask(() => ({ ticket }, { contract, role }) => {
  const call = callTo(ticket.acceptOwnership, []);
  return {
    call,
    async sender() {
      const address = await contract.pendingOwner();
      if (address !== ZeroAddress) return { address, role: role("pending owner") };
      const owner = await contract.owner();
      console.log(`No transfer is under way: the owner is ${owner}. Nothing to do.`);
      return null;
    },
    change: async () => ({
      name: "accept-ownership",
      title: "Accept the ownership",
      call,
      label: "owner",
      after: await contract.pendingOwner(),
      read: () => contract.owner(),
    }),
  };
});
