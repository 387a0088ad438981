import { parseAddress, parseRoyaltyBps } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import { callTo, decodeCall } from "../outbox/ticket-call.ts";
import { ownersTask } from "./owners-change.ts";
import { isProven } from "./payee.ts";
import { royaltyOf, royaltyText } from "./royalty.ts";

interface SetRoyaltyArguments {
  readonly receiver: string | undefined;
  readonly bps: string | undefined;
}

export default ownersTask<SetRoyaltyArguments>(({ receiver: typed, bps: text }) => {
  if (typed === undefined && text === undefined) {
    throw new TaskError("Choose what to change: --receiver, --bps, or both");
  }
  const receiver = typed === undefined ? null : parseAddress("--receiver", typed);
  const bps = text === undefined ? null : parseRoyaltyBps("--bps", text);
  return (sale) => ({
    isAsked(data) {
      const { name, args = [] } = decodeCall(data) ?? {};
      const isReceiver = receiver === null || args[0] === receiver;
      return name === "setRoyalty" && isReceiver && (bps === null || args[1] === bps);
    },
    async change() {
      const before = await royaltyOf(sale);
      const after = { receiver: receiver ?? before.receiver, bps: bps ?? before.bps };
      if (after.receiver === sale.record.address) {
        throw new TaskError(
          "--receiver is the ticket contract itself, which takes nothing but purchases: marketplaces could not pay the royalty. Nothing was sent.",
        );
      }
      return {
        name: "set-royalty",
        title: "Set the royalty that marketplaces should pay",
        call: callTo(sale.ticket.setRoyalty, [after.receiver, after.bps]),
        label: "royalty",
        after: royaltyText(after),
        read: async () => royaltyText(await royaltyOf(sale)),
        already: `The royalty is already ${royaltyText(after)}.`,
        async details() {
          if (receiver !== null || (await isProven(sale, before.receiver))) return {};
          throw new TaskError(
            `Only an endpoint says that the receiver is ${before.receiver}. ` +
              "Name the one that you mean: --receiver 0xYourReceiver",
          );
        },
      };
    },
  });
});
