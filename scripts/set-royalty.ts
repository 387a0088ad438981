import { parseAddress, parseRoyaltyBps } from "./lib/amounts.ts";
import { applyOwnerChange } from "./lib/owner-change.ts";
import { isProven } from "./lib/payee.ts";
import { royaltyOf, royaltyText } from "./lib/royalty.ts";
import { withSale } from "./lib/sale.ts";
import { TaskError, taskAction } from "./lib/task-action.ts";

interface SetRoyaltyArguments {
  readonly receiver: string | undefined;
  readonly bps: string | undefined;
  readonly yes: boolean;
}

export default taskAction<SetRoyaltyArguments>(({ receiver, bps, yes }, hre) => {
  if (receiver === undefined && bps === undefined) {
    throw new TaskError("Say what to change: --receiver, --bps, or both");
  }
  return withSale(hre, async (sale) => {
    const before = await royaltyOf(sale);
    const after = {
      receiver: receiver === undefined ? before.receiver : parseAddress("--receiver", receiver),
      bps: bps === undefined ? before.bps : parseRoyaltyBps("--bps", bps),
    };
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
      { yes },
    );
  });
});
