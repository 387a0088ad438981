import { describeError } from "../chain/describe-error.ts";
import type { Sale } from "../record/sale.ts";
import { type Alarms, createAlarms } from "./alarms.ts";
import { type AlarmNotice, type Notice, noticeJson } from "./notices.ts";
import { createScreen, type Screen } from "./screen.ts";
import { createWebhook, postJson, type Webhook } from "./webhook.ts";
import { type Journal, writeJournal } from "./webhook-journal.ts";

export interface Telling {
  readonly screen: Screen;
  readonly alarms: Alarms;
  readonly webhook: Webhook | null;
  tellEvent(
    notice: Notice,
    delivery: { readonly is: "event" | "removal"; readonly id: string; readonly block: number },
  ): void;
  tellAlarm(notice: AlarmNotice): void;
  close(): void;
}

export interface Kept {
  readonly file: string;
  readonly journal: Journal;
}

interface TellingOptions {
  readonly json: boolean;
  readonly hook: URL | null;
  /** Set if there is a webhook. */
  readonly kept: Kept | null;
  readonly signal: AbortSignal;
  pause(ms: number): Promise<void>;
  onAlarm(): void;
  onUnread(): void;
}

const OF_WEBHOOK = "webhook";
const OF_JOURNAL = "journal";
const OF_OUTPUT = "output";

export function createTelling(sale: Sale, options: TellingOptions): Telling {
  const now = () => new Date();
  const screen = createScreen(sale, { json: options.json, now });
  const tellAlarm = (notice: AlarmNotice) => {
    screen.show(notice);
    // Omits alarms about the webhook, because a failing webhook can't receive them.
    if (notice.alarm === OF_WEBHOOK) return;
    webhook?.send({ is: "alarm", notice, body: noticeJson(sale, notice, now()) });
  };
  const alarms = createAlarms(tellAlarm, options.onAlarm);
  const webhook = webhookOf(options, alarms);
  const onOutputError = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return options.onUnread();
    alarms.raise(OF_OUTPUT, `not kept: the lines of this watch, since ${describeError(error)}`);
  };
  process.stdout.on("error", onOutputError);
  return {
    screen,
    alarms,
    webhook,
    tellAlarm,
    tellEvent(notice, delivery) {
      screen.show(notice);
      webhook?.send({ ...delivery, body: noticeJson(sale, notice, now()) });
    },
    close() {
      screen.close();
      process.stdout.off("error", onOutputError);
    },
  };
}

function webhookOf({ hook, kept, pause, signal }: TellingOptions, alarms: Alarms): Webhook | null {
  if (hook === null || kept === null) return null;
  return createWebhook({
    journal: kept.journal,
    save: (journal) => writeJournal(kept.file, journal),
    pause,
    post: (id, body) => postJson(hook, id, body, signal),
    onKept(reason) {
      if (reason === null) alarms.clear(OF_JOURNAL, "the journal is written again");
      else {
        alarms.raise(
          OF_JOURNAL,
          `not kept on this machine: what ${hook.host} was told. A restart tells some of it again: ${reason}`,
        );
      }
    },
    onState(failure) {
      if (failure === null) alarms.clear(OF_WEBHOOK, `${hook.host} accepts events again`);
      else if (failure.times > 1) {
        const { seconds, reason } = failure;
        alarms.raise(
          OF_WEBHOOK,
          `${hook.host} has not accepted an event: ${reason}. The next try is in ${seconds} s, and so on`,
        );
      }
    },
  });
}
