import { describeError } from "../chain/describe-error.ts";
import type { Sale } from "../record/sale.ts";
import { createAlarms } from "./alarms.ts";
import { isPosted, type Notice, noticeJson } from "./notices.ts";
import { createScreen } from "./screen.ts";
import { createWebhook, type Kept } from "./webhook.ts";
import type { Stopping } from "./webhook-delivery.ts";

interface TellingOptions extends Stopping {
  readonly json: boolean;
  /** `null` without a webhook. */
  readonly kept: Kept | null;
  onAlarm(): void;
  onUnread(): void;
}

export type Telling = ReturnType<typeof createTelling>;

export function createTelling(sale: Sale, options: TellingOptions) {
  const screen = createScreen(sale, options.json);
  /** Shows the notice, and sends the webhook what it gets. */
  const tell = (notice: Notice): void => {
    screen.show(notice);
    if (isPosted(notice)) webhook?.send(notice, noticeJson(sale, notice, new Date()));
  };
  const alarms = createAlarms(tell, options.onAlarm);
  const webhook = options.kept && createWebhook(options.kept, alarms, options);
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
