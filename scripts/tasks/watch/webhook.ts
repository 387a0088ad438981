import { describeError } from "../chain/describe-error.ts";
import type { Alarms } from "./alarms.ts";
import type { Posted } from "./notices.ts";
import { delivered, type Stopping } from "./webhook-delivery.ts";
import { type Journal, type Place, REORGANISED_BLOCKS, writeJournal } from "./webhook-journal.ts";

type Delivery =
  | { readonly notice: Posted; readonly body: object }
  /** The receiver has every event up to this block. */
  | { readonly place: Place };

export interface Kept {
  readonly hook: URL;
  readonly file: string;
  readonly journal: Journal;
}

/**
 * Delivers in order and writes the journal after each delivery, so a kill repeats at most one
 * event.
 */
export function createWebhook(
  { hook, file, journal: written }: Kept,
  alarms: Alarms,
  stopping: Stopping,
) {
  const queue: Delivery[] = [];
  const told = new Map(written.told);
  const open = new Map(written.alarms);
  let journal: Journal = { ...written, told, alarms: open };
  let working: Promise<void> = Promise.resolve();
  let isBlockDue = false;

  async function work(): Promise<void> {
    for (let next = queue[0]; next && !stopping.signal.aborted; next = queue[0]) {
      if ("place" in next) await reached(next.place);
      else if (!(await send(next.notice, next.body))) return;
      queue.shift();
    }
  }

  async function send({ type, fields }: Posted, body: object): Promise<boolean> {
    // Saved first, because after a crash the end must still be sent.
    if (type === "alarm") {
      open.set(fields.id, fields.alarm);
      await keep();
    }
    if (!(await delivered(hook, fields.id, body, alarms, stopping))) return false;
    if (type === "alarm") return true;
    if (type === "cleared") open.delete(fields.raised);
    else if (type === "event") told.set(fields.id, fields.block);
    else told.delete(fields.id);
    isBlockDue ||= type !== "cleared";
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
    const reason = await writeJournal(file, journal).then(() => null, describeError);
    const unkept = `not kept on this machine: what ${hook.host} was told. A restart tells some of it again: `;
    alarms.set("journal", reason && unkept + reason, "the journal is written again");
  }

  function add(delivery: Delivery): void {
    queue.push(delivery);
    working = working.then(work);
  }

  return {
    send: (notice: Posted, body: object) => add({ notice, body }),
    /** Notes the block once what was sent before is delivered. */
    reached: (place: Place) => add({ place }),
    waiting: () =>
      queue.filter((one) => "notice" in one && /^(event|removed)$/.test(one.notice.type)).length,
    drained: () => working,
  };
}
