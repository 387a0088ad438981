import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import type { TaskAction } from "../cli/task.ts";
import { changeAsOwner, type OwnersArguments } from "./owners-change.ts";

const TICKET = Ticket__factory.createInterface();
/** A pause can't wait: see outbox/emergency.ts. */
const URGENT = {
  data: TICKET.encodeFunctionData("pause"),
  undoneBy: TICKET.getFunction("unpause").selector,
};

function saleState(paused: boolean): string {
  return paused ? "paused" : "open";
}

interface SetPausedArguments extends OwnersArguments {
  /** Only writes what the owner signs later, whatever the sale's state is now. */
  readonly prepare: boolean;
}

export function setPaused(paused: boolean): TaskAction<SetPausedArguments> {
  const data = paused ? URGENT.data : TICKET.encodeFunctionData("unpause");
  return ({ prepare, ...options }, hre) =>
    changeAsOwner(hre, options, {
      isAsked: ({ name }) => name === (paused ? "pause" : "unpause"),
      data,
      ...(paused && !prepare && { urgent: URGENT }),
      async change({ ticket }, _, place) {
        const before = await ticket.paused();
        if (before === paused && !place?.isUndone && !prepare) {
          console.log(`Sales are already ${saleState(paused)}. Nothing to do.`);
          return null;
        }
        return {
          name: paused ? "pause" : "unpause",
          title: paused ? "Pause sales" : "Resume sales",
          changes: [["sales", saleState(prepare ? !paused : before), saleState(paused)]],
          prepares: prepare,
          data,
          asked: paused ? "pause()" : "unpause()",
          readAhead: () => ticket.paused(),
          readBack: async () => [saleState(await ticket.paused())],
        };
      },
    });
}
