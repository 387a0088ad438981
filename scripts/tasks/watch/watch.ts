import { setTimeout as wait } from "node:timers/promises";
import { toQuantity } from "ethers";
import { findBooks } from "../payouts/books.ts";
import { createPaidTotal } from "../payouts/paid-total.ts";
import { parseRange } from "../sale/block-time.ts";
import { workAlone } from "../shared/one-at-a-time.ts";
import { describeError, TaskError, taskAction } from "../shared/task-action.ts";
import { shownInput } from "../shared/visible-text.ts";
import { advance } from "./advance.ts";
import { clearedNotice, createAlarms } from "./alarms.ts";
import { type Figures, readFigures, readTimes } from "./figures.ts";
import { type Journal, journalFile, openJournal, type Place } from "./journal.ts";
import { type AlarmNotice, boardText, type Notice, noticeJson } from "./notices.ts";
import type { Agreed } from "./panel.ts";
import { createScreen } from "./screen.ts";
import { checkSite, parseSite } from "./site-check.ts";
import { type WatchedSale, withWatchedSale } from "./watched-sale.ts";
import { createWebhook, parseWebhook, postJson } from "./webhook.ts";

interface WatchArguments {
  readonly json: boolean;
  readonly webhook: string | undefined;
  readonly site: string | undefined;
  readonly siteEvery: string | undefined;
  readonly every: string | undefined;
  readonly from: string | undefined;
  readonly confirmations: string | undefined;
  readonly untilSoldOut: boolean;
  readonly failOnAlarm: boolean;
}

type Options = ReturnType<typeof parseOptions>;

/** The one alarm that the webhook is not told. */
const OF_WEBHOOK = "webhook";
const OF_JOURNAL = "journal";
const OF_OUTPUT = "output";
/** Of a watch that ends at an alarm; 1 is for one that can't begin. */
const ALARM_EXIT_CODE = 2;
/** A live chain's newest block is younger, or endpoints and chain stand still. */
const OLDEST_BLOCK_S = 120;

export default taskAction<WatchArguments>(async (args, hre) => {
  const options = parseOptions(args);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  try {
    await withWatchedSale(hre, options.confirmations, stop.signal, (watched) =>
      watch(watched, options, stop),
    );
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
});

function parseOptions({ webhook, site, every, siteEvery, confirmations, ...rest }: WatchArguments) {
  return {
    ...rest,
    webhook: webhook === undefined ? null : parseWebhook(webhook),
    site: site === undefined ? null : parseSite(site),
    everyMs: 1_000 * amount("--every", every, 5, 600),
    siteEveryMs: 60_000 * amount("--site-every", siteEvery, 5, 1_440),
    confirmations:
      confirmations === undefined ? undefined : blocks("--confirmations", confirmations),
  };
}

function amount(name: string, text: string | undefined, usual: number, most: number): number {
  if (text === undefined) return usual;
  const value = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (value <= 0 || value > most) {
    throw new TaskError(`${name} is not a number above 0 and at most ${most}: ${shownInput(text)}`);
  }
  return value;
}

function blocks(name: string, text: string): number {
  if (!/^\d{1,3}$/.test(text)) {
    throw new TaskError(`${name} is not a number of blocks, 0 to 999: ${shownInput(text)}`);
  }
  return Number(text);
}

async function watch(
  { sale, panel, confirmations, agreed: first }: WatchedSale,
  options: Options,
  stop: AbortController,
): Promise<void> {
  const { signal } = stop;
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => {});
  let why: Extract<Notice, { type: "ended" }>["why"] = "stopped";
  const endBy = (cause: typeof why) => {
    if (signal.aborted) return;
    why = cause;
    stop.abort();
  };

  const { journal, letGo } = await journalOf(sale, options.webhook);
  const now = () => new Date();
  const screen = createScreen(sale, { json: options.json, now });
  const alarms = createAlarms(tellAlarm, () => {
    if (options.failOnAlarm) endBy("alarm");
  });
  const hook = options.webhook;
  const webhook =
    hook === null || journal === null
      ? null
      : createWebhook({
          journal,
          post: (id, body) => postJson(hook, id, body, signal),
          pause,
          onKept(reason) {
            if (reason === null) alarms.clear(OF_JOURNAL, "what is told is kept again");
            else {
              alarms.raise(
                OF_JOURNAL,
                `not kept on this machine: what ${hook.host} was told. A restart tells some of it again: ${reason}`,
              );
            }
          },
          onState(failure) {
            if (failure === null) alarms.clear(OF_WEBHOOK, `${hook.host} takes events again`);
            else if (failure.times > 1) {
              const { seconds, reason } = failure;
              alarms.raise(
                OF_WEBHOOK,
                `${hook.host} has not taken an event: ${reason}. The next try is in ${seconds} s, and so on`,
              );
            }
          },
        });

  const onOutputError = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return endBy("stopped");
    alarms.raise(OF_OUTPUT, `not kept: the lines of this watch, since ${describeError(error)}`);
  };
  process.stdout.on("error", onOutputError);

  let place = journal?.place ?? (await placeBefore(sale, first, options.from));
  if (journal !== null && journal.place === null) {
    await journal.reachedBlock(place);
  }
  let figures: Figures | null = null;
  const times = new Map<number, Date>();
  const books = await findBooks(sale);
  const commission = books && {
    bps: BigInt(books.record.arguments.commissionBps),
    paidTotal: createPaidTotal(sale, books),
  };

  async function read(agreed: Agreed | string): Promise<void> {
    const problem =
      typeof agreed === "string"
        ? `nothing is read since block ${place.block}: ${agreed}`
        : agreed.number < place.block
          ? `the endpoints agree on block ${agreed.number}, and block ${place.block} was read`
          : null;
    alarms.watch("endpoints", problem, "the endpoints agree on a new block");
    for (const { name, problem } of panel.health()) {
      alarms.watch(
        `endpoint ${name}`,
        problem === null ? null : `${name} ${problem}`,
        `${name} agrees again`,
      );
    }
    if (typeof agreed === "string" || problem !== null) return;
    const age = Math.round(now().getTime() / 1000 - agreed.timestamp);
    alarms.watch(
      "chain",
      sale.live && age > OLDEST_BLOCK_S ? `the newest block is ${age} s old` : null,
      "new blocks come again",
    );
    if (figures !== null && agreed.hash === place.blockHash) return;
    try {
      const next = await readFigures(sale, agreed, times, commission);
      const step = await advance(sale, place, agreed);
      await readTimes(
        sale,
        step.fresh.map(({ block }) => block),
        times,
      );
      for (const { id, block } of step.removed) {
        tell({ type: "removed", id, block }, { is: "removal", id, block });
      }
      for (const event of step.fresh) {
        const { id, block, fact } = event;
        const affiliate = fact.kind === "sale" ? fact.affiliate : null;
        const code = affiliate === null ? null : (next.codes.get(affiliate) ?? affiliate);
        const time = times.get(block) ?? new Date(0);
        tell({ type: "event", event, time, code }, { is: "event", id, block });
      }
      place = step.place;
      webhook?.send({ is: "block", place });
      const isNews = figures === null || keyOf(figures) !== keyOf(next);
      figures = next;
      if (isNews) screen.show({ type: "figures", figures, endpoints: panel.health() });
      alarms.watch("reading", null, `the sale is read again, at block ${place.block}`);
    } catch (error) {
      if (signal.aborted) return;
      alarms.watch(
        "reading",
        `nothing is read since block ${place.block}: ${describeError(error)}`,
        "",
      );
    }
  }

  function tell(
    notice: Notice,
    delivery: { readonly is: "event" | "removal"; readonly id: string; readonly block: number },
  ): void {
    screen.show(notice);
    webhook?.send({ ...delivery, body: noticeJson(sale, notice, now()) });
  }

  function tellAlarm(notice: AlarmNotice): void {
    screen.show(notice);
    // It would come once it is over.
    if (notice.alarm === OF_WEBHOOK) return;
    webhook?.send({ is: "alarm", notice, body: noticeJson(sale, notice, now()) });
  }

  async function watchSite(site: URL): Promise<void> {
    let isFirst = true;
    while (!signal.aborted) {
      const problem = await checkSite(site, signal);
      if (signal.aborted) return;
      if (problem !== null) alarms.raise("site", `${site.href}: ${problem}`);
      else if (isFirst) screen.show({ type: "checked", text: `${site.href} is what was built` });
      if (problem === null) alarms.clear("site", `${site.href} is what was built again`);
      isFirst = false;
      await pause(options.siteEveryMs);
    }
  }

  screen.show({
    type: "started",
    block: place.block + 1,
    confirmations,
    endpoints: panel.health().map(({ name }) => name),
    webhook: options.webhook?.host ?? null,
    site: options.site?.href ?? null,
  });
  for (const alarm of journal?.alarms ?? []) {
    tellAlarm(clearedNotice(alarm, "the watch has started again, and says anew what is wrong"));
  }
  const site = options.site === null ? Promise.resolve() : watchSite(options.site);
  try {
    let agreed: Agreed | string = first;
    while (!signal.aborted) {
      await Promise.race([read(agreed), stopped]);
      if (figures !== null) {
        const waiting = webhook?.waiting() ?? 0;
        screen.board(boardText(sale, figures, panel.health(), alarms.open(), waiting));
        if (options.untilSoldOut && isSoldOut(figures)) {
          await Promise.race([webhook?.drained(), stopped]);
          endBy("sold out");
        }
      }
      await pause(options.everyMs);
      if (!signal.aborted) agreed = await panel.look();
    }
  } finally {
    stop.abort();
    await webhook?.stop();
    await site;
    const undelivered = webhook?.waiting() ?? 0;
    screen.show({ type: "ended", why, block: place.block, undelivered });
    screen.close();
    process.stdout.off("error", onOutputError);
    await journal?.close();
    await letGo();
  }
  if ((why as string) === "alarm") process.exitCode = ALARM_EXIT_CODE;
}

/** What makes figures worth a line. */
function keyOf({ sold, price, paused }: Figures): string {
  return `${sold} ${price} ${paused}`;
}

function isSoldOut({ sold, maxSupply }: Figures): boolean {
  return sold === maxSupply;
}

/** One watch at a time tells a webhook, since both would write one journal. */
async function journalOf(
  sale: WatchedSale["sale"],
  webhook: URL | null,
): Promise<{ readonly journal: Journal | null; letGo(): Promise<void> }> {
  if (webhook === null) return { journal: null, letGo: async () => {} };
  const file = journalFile(sale, webhook.href);
  const letGo = await workAlone(
    file,
    `Another ticket watch tells ${webhook.host} of this sale (process ${process.pid}). Stop that one first.`,
  );
  try {
    return { journal: await openJournal(sale, file), letGo };
  } catch (error) {
    await letGo();
    throw error;
  }
}

/** @param from the first block or date (UTC) to tell of; what comes from now on without it */
async function placeBefore(
  sale: WatchedSale["sale"],
  agreed: Agreed,
  from: string | undefined,
): Promise<Place> {
  const told = new Map<string, number>();
  if (from === undefined) {
    const { number: block, hash: blockHash } = agreed;
    return { since: block + 1, block, blockHash, told };
  }
  const range = await parseRange(sale, { from, to: undefined, head: agreed.number });
  const block = Math.max(0, range.from - 1);
  const found = (await sale.request("eth_getBlockByNumber", [toQuantity(block), false])) as {
    readonly hash: string;
  };
  return { since: block + 1, block, blockHash: found.hash.toLowerCase(), told };
}
