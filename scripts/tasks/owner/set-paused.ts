import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import type { Emergency } from "../outbox/apply-change.ts";
import { untilMined } from "../outbox/pending-calls.ts";
import type { Sale } from "../record/sale.ts";
import { withLinks } from "../shared/explorer.ts";
import { taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";
import { type SendArguments, withOwnersSale } from "./owners-sale.ts";

const TICKET = Ticket__factory.createInterface();
/** A pause can't wait: see scripts/tasks/outbox/emergency.ts. */
const URGENT = {
  data: TICKET.encodeFunctionData("pause"),
  undoneBy: TICKET.getFunction("unpause").selector,
};

function saleState(paused: boolean): string {
  return paused ? "paused" : "open";
}

interface SetPausedArguments extends SendArguments {
  /** Only writes what the owner signs later, whatever the sale's state is now. */
  readonly prepare: boolean;
}

/** Waits for a pause that is pending and needs no help. @returns what is pending then */
async function underWayFirst(sale: Sale, emergency: Emergency | null): Promise<Emergency | null> {
  const { underWay = null, nonces } = emergency?.place ?? {};
  if (emergency === null || underWay === null || sale.dryRun) return emergency;
  console.log(withLinks(sale.network, `Pending from an interrupted run: ${underWay}.`));
  await untilMined(sale, await sale.ticket.owner(), nonces?.[0] ?? 0);
  return { ...emergency, place: await emergency.look() };
}

/** The action of `ticket pause` and of `ticket unpause`. */
export function setPaused(paused: boolean) {
  const data = paused ? URGENT.data : TICKET.encodeFunctionData("unpause");
  return taskAction<SetPausedArguments>(({ prepare, ...options }, hre) =>
    withOwnersSale(
      hre,
      options,
      ({ name }) => name === "unpause",
      async (sale, sending) => {
        const emergency = prepare ? null : await underWayFirst(sale, sending.emergency);
        const before = await sale.ticket.paused();
        if (before === paused && !emergency?.place.isUndone && !prepare) {
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
            data,
            asked: paused ? "pause()" : "unpause()",
            readAhead: () => sale.ticket.paused(),
            readBack: async () => [saleState(await sale.ticket.paused())],
          },
          { ...sending, emergency },
        );
      },
      { data, ...(paused && { urgent: URGENT }) },
    ),
  );
}
