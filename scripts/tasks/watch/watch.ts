import { setTimeout as wait } from "node:timers/promises";
import type { Agreed } from "../chain/panel.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { shownInput } from "../cli/visible-text.ts";
import { workAlone } from "../machine/one-at-a-time.ts";
import { parseRange } from "../sale/block-time.ts";
import { blockHash } from "../sale/sale-events.ts";
import { boardText, checkedNotice, clearedNotice, endedNotice, startedNotice } from "./notices.ts";
import { createReader } from "./reader.ts";
import { checkSite } from "./site-check.ts";
import { createTelling, type Telling } from "./telling.ts";
import { type WatchedSale, withWatchedSale } from "./watched-sale.ts";
import type { Kept } from "./webhook.ts";
import { journalFile, type Place, readJournal, writeJournal } from "./webhook-journal.ts";

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

/** Exit code 1 means that the watch could not start. */
const ALARM_EXIT_CODE = 2;

export default (async (args, hre) => {
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
}) satisfies TaskAction<WatchArguments>;

function parseOptions({ webhook, site, every, siteEvery, confirmations, ...rest }: WatchArguments) {
  return {
    ...rest,
    webhook: webhook === undefined ? null : httpUrl("--webhook", webhook),
    site: site === undefined ? null : httpUrl("--site", site),
    everyMs: 1_000 * amount("--every", every, 5, 600),
    siteEveryMs: 60_000 * amount("--site-every", siteEvery, 5, 1_440),
    confirmations:
      confirmations === undefined ? undefined : blocks("--confirmations", confirmations),
  };
}

function httpUrl(name: string, text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new TaskError(`${name} is not an http(s) URL`);
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
  let why: Parameters<typeof endedNotice>[0]["why"] = "stopped";
  const endBy = (cause: typeof why) => {
    if (signal.aborted) return;
    why = cause;
    stop.abort();
  };
  const { place, kept, letGo } = await startOf(sale, options, first);
  const telling = createTelling(sale, {
    json: options.json,
    kept,
    pause,
    signal,
    onAlarm: () => {
      if (options.failOnAlarm) endBy("alarm");
    },
    onUnread: () => endBy("stopped"),
  });
  const { tell, alarms, webhook } = telling;
  const reader = await createReader(sale, panel, telling, place);

  tell(
    startedNotice(sale, {
      block: place.block + 1,
      confirmations,
      endpoints: panel.health().map(({ name }) => name),
      webhook: options.webhook?.host ?? null,
      site: options.site?.href ?? null,
    }),
  );
  for (const [id, alarm] of kept?.journal.alarms ?? []) {
    const text = "the watch has started again, and reports all problems again";
    tell(clearedNotice(id, alarm, text));
  }
  const site =
    options.site && watchSite(options.site, telling, () => pause(options.siteEveryMs), signal);
  try {
    let agreed: Agreed | TaskError = first;
    while (!signal.aborted) {
      await Promise.race([reader.read(agreed, signal), stopped]);
      const figures = reader.figures();
      if (figures !== null) {
        const waiting = webhook?.waiting() ?? 0;
        telling.board(boardText(sale, figures, panel.health(), alarms.open(), waiting));
        if (options.untilSoldOut && figures.sold === figures.maxSupply) {
          await Promise.race([webhook?.drained(), stopped]);
          endBy("sold out");
        }
      }
      await pause(options.everyMs);
      if (!signal.aborted) agreed = await panel.look();
    }
  } finally {
    stop.abort();
    await webhook?.drained();
    await site;
    const undelivered = webhook?.waiting() ?? 0;
    tell(endedNotice({ why, block: reader.place().block, undelivered }));
    telling.close();
    await letGo();
  }
  if ((why as string) === "alarm") process.exitCode = ALARM_EXIT_CODE;
}

async function watchSite(
  site: URL,
  { tell, alarms }: Telling,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const problem = await checkSite(site, signal);
    if (signal.aborted) return;
    if (isFirst && problem === null) tell(checkedNotice(`${site.href} is what was built`));
    const text = problem && `${site.href}: ${problem}`;
    alarms.set("site", text, `${site.href} is what was built again`);
    await pause();
  }
}

interface Start {
  readonly place: Place;
  readonly kept: Kept | null;
  letGo(): Promise<void>;
}

/** Fails if another watch runs, because both would write one journal. */
async function startOf(
  sale: WatchedSale["sale"],
  { webhook, from }: Options,
  agreed: Agreed,
): Promise<Start> {
  const before = () => placeBefore(sale, agreed, from);
  if (webhook === null) return { place: await before(), kept: null, letGo: async () => {} };
  const file = journalFile(sale, webhook.href);
  const letGo = await workAlone(
    file,
    `Another ticket watch is sending this sale's events to ${webhook.host} (process ${process.pid}). Stop that one first.`,
  );
  try {
    const journal = (await readJournal(file)) ?? { ...(await before()), alarms: new Map() };
    await writeJournal(file, journal);
    return { place: journal, kept: { hook: webhook, file, journal }, letGo };
  } catch (error) {
    await letGo();
    throw error;
  }
}

async function placeBefore(
  sale: WatchedSale["sale"],
  agreed: Agreed,
  from: string | undefined,
): Promise<Place> {
  const head = agreed.number;
  const range = from === undefined ? null : await parseRange(sale, { from, to: undefined, head });
  const block = range === null ? head : Math.max(0, range.from - 1);
  const hash = (await blockHash(sale, block)) ?? "";
  return { since: block + 1, block, blockHash: hash.toLowerCase(), told: new Map() };
}
