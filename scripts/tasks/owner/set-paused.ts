import { ZeroAddress } from "ethers";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import type { TaskAction } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { changeAsOwner, type OwnersArguments } from "./owners-change.ts";

const TICKET = Ticket__factory.connect(ZeroAddress);
const PAUSE = callTo(TICKET.pause, []);
const UNPAUSE = callTo(TICKET.unpause, []);
const URGENT = { data: PAUSE.data, undoneBy: UNPAUSE.data };

function saleState(paused: boolean): string {
  return paused ? "paused" : "open";
}

interface SetPausedArguments extends OwnersArguments {
  /** Writes the Safe's file even if the sale is already in that state. */
  readonly prepare: boolean;
}

export function setPaused(paused: boolean): TaskAction<SetPausedArguments> {
  const call = paused ? PAUSE : UNPAUSE;
  return ({ prepare, ...options }, hre) =>
    changeAsOwner(
      hre,
      options,
      ({ ticket }) => ({
        isAsked: (pending) => pending === call.data,
        async change(place) {
          const before = await ticket.paused();
          if (before === paused && !place?.isUndone && !prepare) {
            console.log(`Sales are already ${saleState(paused)}. Nothing to do.`);
            return null;
          }
          return {
            ...call,
            name: paused ? "pause" : "unpause",
            title: paused ? "Pause sales" : "Resume sales",
            changes: [["sales", saleState(prepare ? !paused : before), saleState(paused)]],
            prepares: prepare,
            readAhead: () => ticket.paused(),
            readBack: async () => [saleState(await ticket.paused())],
          };
        },
      }),
      { data: call.data, ...(paused && !prepare && { urgent: URGENT }) },
    );
}
