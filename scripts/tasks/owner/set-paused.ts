import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { ownersTask } from "./owners-change.ts";

const UNPAUSE = Ticket__factory.createInterface().encodeFunctionData("unpause");

function saleState(paused: boolean): string {
  return paused ? "paused" : "open";
}

interface Prepared {
  /** Writes the Safe's file even if the sale is already in that state. */
  readonly prepare: boolean;
}

function setPaused(paused: boolean) {
  const ask = ownersTask<Prepared>(
    ({ prepare }) =>
      ({ ticket }) => ({
        name: paused ? "pause" : "unpause",
        title: paused ? "Pause sales" : "Resume sales",
        call: callTo(paused ? ticket.pause : ticket.unpause, []),
        label: "sales",
        after: saleState(paused),
        read: async () => saleState(await ticket.paused()),
        ...(prepare
          ? { before: saleState(!paused), prepares: true }
          : { already: `Sales are already ${saleState(paused)}.` }),
      }),
    ({ prepare }) => (paused && !prepare ? UNPAUSE : undefined),
  );
  return { default: ask };
}

export const pause = setPaused(true);
export const unpause = setPaused(false);
