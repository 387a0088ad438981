import { parseAddress, parseRoyaltyBps } from "../shared/amounts.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";
import { type SendArguments, withOwnersSale } from "./owners-sale.ts";
import { isProven } from "./payee.ts";
import { royaltyOf, royaltyText } from "./royalty.ts";

interface SetRoyaltyArguments extends SendArguments {
  readonly receiver: string | undefined;
  readonly bps: string | undefined;
}

export default taskAction<SetRoyaltyArguments>(({ receiver, bps, ...options }, hre) => {
  if (receiver === undefined && bps === undefined) {
    throw new TaskError("Say what to change: --receiver, --bps, or both");
  }
  return withOwnersSale(
    hre,
    options,
    ({ name, args }) =>
      name === "setRoyalty" &&
      (receiver === undefined || args[0] === parseAddress("--receiver", receiver)) &&
      (bps === undefined || args[1] === parseRoyaltyBps("--bps", bps)),
    async (sale, sending) => {
      const before = await royaltyOf(sale);
      const after = {
        receiver: receiver === undefined ? before.receiver : parseAddress("--receiver", receiver),
        bps: bps === undefined ? before.bps : parseRoyaltyBps("--bps", bps),
      };
      if (after.receiver === sale.record.address) {
        throw new TaskError(
          "--receiver is the ticket contract itself, which takes nothing but purchases: marketplaces could not pay the royalty. Nothing was sent.",
        );
      }
      if (royaltyText(before) === royaltyText(after)) {
        console.log(`The royalty is already ${royaltyText(after)}. Nothing to do.`);
        return;
      }
      if (receiver === undefined && !(await isProven(sale, before.receiver))) {
        throw new TaskError(
          `The receiver reads ${before.receiver}, which an endpoint alone says. ` +
            "Type the one that you mean: --receiver 0xYourReceiver",
        );
      }
      await applyOwnerChange(
        sale,
        {
          name: "set-royalty",
          title: "Set the royalty asked of marketplaces",
          changes: [["royalty", royaltyText(before), royaltyText(after)]],
          data: sale.ticket.interface.encodeFunctionData("setRoyalty", [after.receiver, after.bps]),
          asked: `setRoyalty(${after.receiver}, ${after.bps})`,
          readBack: async () => [royaltyText(await royaltyOf(sale))],
        },
        sending,
      );
    },
  );
});
