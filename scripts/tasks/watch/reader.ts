import { describeError } from "../chain/describe-error.ts";
import type { Agreed, Panel } from "../chain/panel.ts";
import { TaskError } from "../cli/task.ts";
import { findBooks } from "../payouts/books.ts";
import { createCommissionTotal } from "../payouts/commission-total.ts";
import type { Sale } from "../record/sale.ts";
import { readBlockTimes } from "../sale/block-time.ts";
import { advance } from "./advance.ts";
import { eventNotice, figuresNotice, removedNotice } from "./notices.ts";
import { readSaleFigures, type SaleFigures } from "./sale-figures.ts";
import type { Telling } from "./telling.ts";
import type { Place } from "./webhook-journal.ts";

/** Seconds. If the newest block is older, the chain or all endpoints have stopped. */
const OLDEST_BLOCK_S = 120;

export async function createReader(sale: Sale, panel: Panel, telling: Telling, from: Place) {
  const { alarms, tell, webhook } = telling;
  const times = new Map<number, Date>();
  const books = await findBooks(sale);
  const commission = books && createCommissionTotal(sale, books);
  let place = from;
  let figures: SaleFigures | null = null;

  async function readBlock(agreed: Agreed): Promise<void> {
    const next = await readSaleFigures(sale, agreed, times, commission);
    const step = await advance(sale, next.codes, place, agreed);
    const blocks = step.fresh.map(({ block }) => block);
    await readBlockTimes(sale, blocks, times);
    for (const [id, block] of step.removed) tell(removedNotice(id, block));
    for (const event of step.fresh) tell(eventNotice(event, times.get(event.block)));
    place = step.place;
    webhook?.reached(place);
    const isNews = figures === null || keyOf(figures) !== keyOf(next);
    figures = next;
    if (isNews) tell(figuresNotice(sale, figures, panel.health()));
    alarms.watch("reading", null, `the sale is read again, at block ${place.block}`);
  }

  return {
    figures: () => figures,
    place: () => place,
    async read(agreed: Agreed | TaskError, signal: AbortSignal): Promise<void> {
      const problem = problemOf(agreed, place);
      alarms.watch("endpoints", problem, "the endpoints agree on a new block");
      for (const { name, problem } of panel.health()) {
        const text = problem === null ? null : `${name} ${problem}`;
        alarms.watch(`endpoint ${name}`, text, `${name} agrees again`);
      }
      if (agreed instanceof TaskError || problem !== null) return;
      const age = Math.round(Date.now() / 1000 - agreed.timestamp);
      const isOld = sale.live && age > OLDEST_BLOCK_S;
      alarms.watch(
        "chain",
        isOld ? `the newest block is ${age} s old` : null,
        "new blocks come again",
      );
      if (figures !== null && agreed.hash === place.blockHash) return;
      try {
        await readBlock(agreed);
      } catch (error) {
        if (signal.aborted) return;
        const text = `nothing is read since block ${place.block}: ${describeError(error)}`;
        alarms.watch("reading", text, "");
      }
    },
  };
}

function problemOf(agreed: Agreed | TaskError, { block }: Place): string | null {
  if (agreed instanceof TaskError) return `nothing is read since block ${block}: ${agreed.message}`;
  return agreed.number < block
    ? `the endpoints agree on block ${agreed.number}, and block ${block} was read`
    : null;
}

function keyOf({ sold, price, paused }: SaleFigures): string {
  return `${sold} ${price} ${paused}`;
}
