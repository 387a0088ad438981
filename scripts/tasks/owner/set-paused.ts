import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import type { TaskAction } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { changeAsOwner, exactly, type OwnersArguments } from "./owners-change.ts";

const UNPAUSE = Ticket__factory.createInterface().encodeFunctionData("unpause");

function saleState(paused: boolean): string {
  return paused ? "paused" : "open";
}

interface SetPausedArguments extends OwnersArguments {
  /** Writes the Safe's file even if the sale is already in that state. */
  readonly prepare: boolean;
}

function setPaused(paused: boolean): TaskAction<SetPausedArguments> {
  return ({ prepare, ...options }, hre) =>
    changeAsOwner(
      hre,
      options,
      ({ ticket }) => {
        const call = callTo(paused ? ticket.pause : ticket.unpause, []);
        return {
          ...exactly(call),
          change: async (place) => ({
            name: paused ? "pause" : "unpause",
            title: paused ? "Pause sales" : "Resume sales",
            call,
            label: "sales",
            after: saleState(paused),
            read: async () => saleState(await ticket.paused()),
            ...(prepare
              ? { before: saleState(!paused), prepares: true }
              : !place?.isUndone && { already: `Sales are already ${saleState(paused)}.` }),
          }),
        };
      },
      paused && !prepare ? UNPAUSE : undefined,
    );
}

export const pause = { default: setPaused(true) };
export const unpause = { default: setPaused(false) };
