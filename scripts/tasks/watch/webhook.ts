import { describeError } from "../chain/describe-error.ts";
import { sayingSo } from "../chain/waiting.ts";
import { oneLine, TaskError, withoutKeys } from "../cli/task.ts";
import type { Noted } from "./notices.ts";
import { type Journal, type Place, REORGANISED_BLOCKS } from "./webhook-journal.ts";

type Delivery =
  | { readonly noted: Noted; readonly body: object }
  /** The receiver has every event up to this block. */
  | { readonly place: Place };

export interface Webhook {
  send(noted: Noted, body: object): void;
  /** Notes the block once what was sent before is delivered. */
  reached(place: Place): void;
  waiting(): number;
  drained(): Promise<void>;
  stop(): Promise<void>;
}

export interface WebhookOptions {
  readonly journal: Journal;
  save(journal: Journal): Promise<void>;
  /**
   * Sends the body.
   * @throws unless the receiver accepts it
   */
  readonly post: (id: string, body: object) => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
  readonly onState: (failure: { readonly seconds: number; readonly reason: string } | null) => void;
  readonly onKept: (failure: string | null) => void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;

/**
 * Delivers in order and writes the journal after each delivery, so a kill repeats at most one
 * event.
 */
export function createWebhook(options: WebhookOptions): Webhook {
  const { onKept } = options;
  const queue: Delivery[] = [];
  const told = new Map(options.journal.told);
  const alarms = new Map(options.journal.alarms);
  let journal: Journal = { ...options.journal, told, alarms };
  let isStopped = false;
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let isBlockDue = false;

  async function work(): Promise<void> {
    for (let next = queue[0]; next !== undefined && !isStopped; next = queue[0]) {
      if ("place" in next) await reached(next.place);
      else if (!(await send(next.noted, next.body))) return;
      queue.shift();
    }
  }

  async function send(noted: Noted, body: object): Promise<boolean> {
    // Saved first, because after a crash the end must still be sent.
    if (noted.is === "alarm") {
      alarms.set(noted.id, noted.alarm);
      await keep();
    }
    if (!(await delivered(options, noted.id, body, () => isStopped))) return false;
    if (noted.is === "alarm") return true;
    if (noted.is === "cleared") alarms.delete(noted.raised);
    else if (noted.is === "event") told.set(noted.id, noted.block);
    else told.delete(noted.id);
    isBlockDue ||= noted.is !== "cleared";
    await keep();
    return true;
  }

  /** The journal lists recent blocks' events, so an empty block need not be saved. */
  async function reached({ block, blockHash }: Place): Promise<void> {
    if (!isBlockDue && block - journal.block < REORGANISED_BLOCKS / 2) return;
    isBlockDue = false;
    journal = { ...journal, block, blockHash };
    for (const [id, at] of told) if (at <= block - REORGANISED_BLOCKS) told.delete(id);
    await keep();
  }

  /** Goes on if the disk is full. After a restart the receiver then gets some events twice. */
  async function keep(): Promise<void> {
    onKept(await options.save(journal).then(() => null, describeError));
  }

  function add(delivery: Delivery): void {
    queue.push(delivery);
    if (isWorking) return;
    isWorking = true;
    working = work().finally(() => {
      isWorking = false;
    });
  }

  return {
    send: (noted, body) => add({ noted, body }),
    reached: (place) => add({ place }),
    waiting: () =>
      queue.filter((one) => "noted" in one && /^(event|removed)$/.test(one.noted.is)).length,
    drained: () => working,
    async stop() {
      isStopped = true;
      await working;
    },
  };
}

/** Tries until the receiver accepts. Returns `false` if the watch stops first. */
async function delivered(
  { post, pause, onState }: WebhookOptions,
  id: string,
  body: object,
  isStopped: () => boolean,
): Promise<boolean> {
  for (let times = 1; !isStopped(); times += 1) {
    try {
      await post(id, body);
      onState(null);
      return true;
    } catch (error) {
      if (isStopped()) return false;
      const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1));
      onState({ seconds: ms / 1000, reason: withoutKeys(oneLine(error)) });
      await pause(ms);
    }
  }
  return false;
}

/** Posts JSON, with the id as `Idempotency-Key`. @throws unless the answer is 2xx within 10 s */
export async function postJson(
  url: URL,
  id: string,
  body: object,
  signal: AbortSignal,
): Promise<void> {
  const response = await sayingSo(`${url.host} to take ${id}`, () =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": id },
      body: JSON.stringify(body),
      // `fetch` would follow a redirect without the body.
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), signal]),
    }),
  );
  await response.body?.cancel();
  if (!response.ok) throw new TaskError(`it answers HTTP ${response.status}`);
}
