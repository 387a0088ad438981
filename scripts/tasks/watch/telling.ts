import { describeError } from "../chain/describe-error.ts";
import type { Sale } from "../record/sale.ts";
import { type Alarms, createAlarms } from "./alarms.ts";
import { type Notice, noticeJson } from "./notices.ts";
import { createScreen } from "./screen.ts";
import { createWebhook, postJson, type Webhook } from "./webhook.ts";
import { type Journal, writeJournal } from "./webhook-journal.ts";

export interface Telling {
  readonly alarms: Alarms;
  readonly webhook: Webhook | null;
  /** Shows the notice, and sends the webhook what it gets. */
  tell(notice: Notice): void;
  board(text: string): void;
  close(): void;
}

export interface Kept {
  readonly hook: URL;
  readonly file: string;
  readonly journal: Journal;
}

interface TellingOptions {
  readonly json: boolean;
  /** `null` without a webhook. */
  readonly kept: Kept | null;
  readonly signal: AbortSignal;
  pause(ms: number): Promise<void>;
  onAlarm(): void;
  onUnread(): void;
}

export function createTelling(sale: Sale, options: TellingOptions): Telling {
  const screen = createScreen(sale, options.json);
  const tell = (notice: Notice) => {
    screen.show(notice);
    if (notice.noted) webhook?.send(notice.noted, noticeJson(sale, notice, new Date()));
  };
  const alarms = createAlarms(tell, options.onAlarm);
  const webhook = options.kept && webhookOf(options.kept, options, alarms);
  const onOutputError = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return options.onUnread();
    alarms.set("output", `not kept: the lines of this watch, since ${describeError(error)}`, "");
  };
  process.stdout.on("error", onOutputError);
  return {
    alarms,
    webhook,
    tell,
    board: screen.board,
    close() {
      screen.close();
      process.stdout.off("error", onOutputError);
    },
  };
}

function webhookOf(
  { hook, file, journal }: Kept,
  { pause, signal }: TellingOptions,
  alarms: Alarms,
): Webhook {
  const { host } = hook;
  const unkept = `not kept on this machine: what ${host} was told. A restart tells some of it again: `;
  return createWebhook({
    journal,
    save: (written) => writeJournal(file, written),
    pause,
    post: (id, body) => postJson(hook, id, body, signal),
    onKept(reason) {
      alarms.set("journal", reason && unkept + reason, "the journal is written again");
    },
    onState(failure) {
      const problem =
        failure &&
        `${host} has not accepted an event: ${failure.reason}. The next try is in ${failure.seconds} s, and so on`;
      alarms.watch("webhook", problem, `${host} accepts events again`);
    },
  });
}
