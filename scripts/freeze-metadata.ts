import { applyOwnerChange } from "./lib/owner-change.ts";
import { withSale } from "./lib/sale.ts";
import { taskAction } from "./lib/task-action.ts";

function metadataState(frozen: boolean): string {
  return frozen ? "frozen" : "replaceable";
}

export default taskAction<{ readonly yes: boolean }>((options, hre) =>
  withSale(hre, async (sale) => {
    if (await sale.ticket.metadataFrozen()) {
      console.log("The metadata is already frozen. Nothing to do.");
      return;
    }
    await applyOwnerChange(
      sale,
      {
        name: "freeze-metadata",
        title: `Keep the renderer ${await sale.ticket.renderer()}`,
        changes: [["metadata", metadataState(false), metadataState(true)]],
        warnings: ["this can't be undone. Look at some tickets' pictures first."],
        data: sale.ticket.interface.encodeFunctionData("freezeMetadata"),
        asked: "freezeMetadata()",
        readBack: async () => [metadataState(await sale.ticket.metadataFrozen())],
      },
      options,
    );
  }),
);
