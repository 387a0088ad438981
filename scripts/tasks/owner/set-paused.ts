import { taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";
import { type SendArguments, withOwnersSale } from "./owners-sale.ts";

function saleState(paused: boolean): string {
  return paused ? "paused" : "open";
}

interface SetPausedArguments extends SendArguments {
  /** Only writes what the owner signs later, whatever the sale's state is now. */
  readonly prepare: boolean;
}

/** The action of `ticket pause` and of `ticket unpause`. */
export function setPaused(paused: boolean) {
  return taskAction<SetPausedArguments>(({ prepare, ...options }, hre) =>
    withOwnersSale(
      hre,
      options,
      ({ name }) => name === (paused ? "pause" : "unpause"),
      async (sale, sending) => {
        const before = await sale.ticket.paused();
        if (before === paused && !prepare) {
          console.log(`Sales are already ${saleState(paused)}. Nothing to do.`);
          return;
        }
        await applyOwnerChange(
          sale,
          {
            name: paused ? "pause" : "unpause",
            title: paused ? "Pause sales" : "Resume sales",
            changes: [["sales", saleState(prepare ? !paused : before), saleState(paused)]],
            prepares: prepare,
            data: paused
              ? sale.ticket.interface.encodeFunctionData("pause")
              : sale.ticket.interface.encodeFunctionData("unpause"),
            asked: paused ? "pause()" : "unpause()",
            readBack: async () => [saleState(await sale.ticket.paused())],
          },
          sending,
        );
      },
    ),
  );
}
