import { ZeroAddress } from "ethers";
import { parseAddress } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import { describeOwner } from "../outbox/safe/safe.ts";
import { callTo } from "../outbox/ticket-call.ts";
import type { Sale } from "../record/sale.ts";
import { ownersTask } from "./owners-change.ts";

/** Cancels an offer by offering to the zero address, which can't accept. */
const NO_ONE = "none";

export default ownersTask(({ newOwner: text }: { readonly newOwner: string }) => {
  const newOwner = text === NO_ONE ? ZeroAddress : parseAddress("The new owner", text);
  const isOffer = newOwner !== ZeroAddress;
  return (sale, { books, contract }) => {
    const call = callTo(sale.ticket.transferOwnership, [newOwner]);
    const ticketTask = (task: string) =>
      `npm run hardhat -- ticket ${task}${books === null ? "" : " --payouts"} --network ${sale.network}`;
    const read = async () => nameOf(await contract.pendingOwner());
    return {
      call,
      async change() {
        if (newOwner === (await contract.owner())) {
          const offered = await read();
          if (offered !== NO_ONE) {
            throw new TaskError(
              `${newOwner} is the owner, and the offer to ${offered} stands. To withdraw it: ${ticketTask(`transfer-ownership ${NO_ONE}`)}`,
            );
          }
          console.log(`The owner is already ${newOwner}. Nothing to do.`);
          return null;
        }
        return {
          name: "transfer-ownership",
          title: isOffer
            ? "Offer the ownership; it moves when the new owner accepts"
            : "Withdraw the offer of the ownership; the owner stays",
          call,
          label: "next owner",
          after: nameOf(newOwner),
          read,
          already: isOffer
            ? `The ownership is already offered to ${newOwner}, and moves when it accepts.`
            : "The ownership is offered to no one.",
          ...(isOffer && {
            details: async () => ({
              warnings: await warningsOf(sale, newOwner),
              next: `Next: ${ticketTask("accept-ownership")} (as ${newOwner})`,
            }),
          }),
        };
      },
    };
  };
});

function nameOf(pendingOwner: string): string {
  return pendingOwner === ZeroAddress ? NO_ONE : pendingOwner;
}

async function warningsOf({ provider }: Sale, newOwner: string): Promise<string[]> {
  const { what, isSound } = await describeOwner(provider, newOwner);
  return isSound ? [] : [`the new owner is ${what}. Use a Safe with a threshold of 2.`];
}
