import { hash } from "node:crypto";
import { open as openFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { DamagedFile } from "../cli/json-text.ts";
import { textOf, writeWhole } from "../machine/files.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import type { Sale } from "../record/sale.ts";
import type { OpenAlarm } from "./alarms.ts";

/** The last block whose events were all sent, and some events near it. */
export interface Place {
  readonly since: number;
  readonly block: number;
  readonly blockHash: string;
  /** Block numbers by event id; a reorg can still drop these events. */
  readonly told: ReadonlyMap<string, number>;
}

const id = v.string();
const block = v.number();
const REACHED = v.object({
  place: v.literal("block"),
  since: v.number(),
  block,
  blockHash: v.string(),
});
const ENTRY = v.variant("place", [
  REACHED,
  v.object({ place: v.literal("told"), id, block }),
  v.object({ place: v.literal("removed"), id }),
  v.object({ place: v.literal("alarm"), id, alarm: v.string() }),
  v.object({ place: v.literal("cleared"), id }),
]);

type Entry = v.InferOutput<typeof ENTRY>;
type Reached = Omit<Place, "told">;

export interface Journal {
  readonly place: Place | null;
  /** Alarms that the webhook may have received, but whose end it has not. */
  readonly alarms: readonly OpenAlarm[];
  toldEvent(id: string, block: number): Promise<void>;
  removedEvent(id: string): Promise<void>;
  /** Call this before sending the alarm, because the watch must send its end even after a crash. */
  tellingAlarm(alarm: OpenAlarm): Promise<void>;
  clearedAlarm(id: string): Promise<void>;
  reachedBlock(reached: Reached): Promise<void>;
  close(): Promise<void>;
}

/** Blocks: two epochs, because Ethereum has finalized older blocks. */
export const REORGANISED_BLOCKS = 64;

/** The file is outside every clone. Each webhook and deployment has its own. */
export function journalFile(sale: Sale, webhook: string): string {
  const { chainId, transactionHash } = sale.record;
  const digest = hash("sha256", `${webhook} ${chainId} ${transactionHash}`);
  return path.join(stateDirectory(), "watch", `${sale.network}-${digest.slice(0, 16)}.jsonl`);
}

/**
 * Opens and shortens a journal. Writes each entry to disk before the next event is sent, so a kill
 * repeats at most one event.
 */
export async function openJournal(file: string): Promise<Journal> {
  const { place, alarms } = await readJournal(file);
  const open = alarms.map((alarm): Entry => ({ place: "alarm", ...alarm }));
  await writeWhole(file, lines([...entriesOf(place), ...open]), 0o600);
  const handle = await openFile(file, "a", 0o600);
  let end = (await handle.stat()).size;
  /** Entries that were not written because the disk was full. The next write includes them. */
  const unkept: Entry[] = [];
  const write = async (entry: Entry) => {
    unkept.push(entry);
    try {
      await handle.writeFile(lines(unkept));
      await handle.sync();
    } catch (error) {
      // A partial line would damage the next one.
      await handle.truncate(end).catch(() => {});
      throw error;
    }
    unkept.length = 0;
    end = (await handle.stat()).size;
  };
  return {
    place,
    alarms,
    toldEvent: (id, block) => write({ place: "told", id, block }),
    removedEvent: (id) => write({ place: "removed", id }),
    tellingAlarm: ({ id, alarm }) => write({ place: "alarm", id, alarm }),
    clearedAlarm: (id) => write({ place: "cleared", id }),
    reachedBlock: ({ since, block, blockHash }) =>
      write({ place: "block", since, block, blockHash }),
    close: () => handle.close(),
  };
}

async function readJournal(file: string): Promise<Pick<Journal, "place" | "alarms">> {
  const told = new Map<string, number>();
  const alarms = new Map<string, OpenAlarm>();
  let reached: Reached | null = null;
  const written = ((await textOf(file)) ?? "").split("\n");
  // Skips the last line, because a kill can cut it off. The watch then sends its event again.
  for (const [index, line] of written.slice(0, -1).entries()) {
    const entry = entryOf(file, line, index + 1);
    if (entry.place === "told") told.set(entry.id, entry.block);
    else if (entry.place === "removed") told.delete(entry.id);
    else if (entry.place === "alarm") alarms.set(entry.id, { id: entry.id, alarm: entry.alarm });
    else if (entry.place === "cleared") alarms.delete(entry.id);
    else {
      reached = entry;
      for (const [id, at] of told) if (at <= entry.block - REORGANISED_BLOCKS) told.delete(id);
    }
  }
  const open = [...alarms.values()];
  if (reached === null) return { place: null, alarms: open };
  const { since, block, blockHash } = reached;
  return { place: { since, block, blockHash, told }, alarms: open };
}

function entryOf(file: string, line: string, number: number): Entry {
  try {
    return v.parse(ENTRY, JSON.parse(line));
  } catch {
    const remedy = "Remove it, and say by --from from which block on events are sent.";
    throw new DamagedFile({ name: file, remedy }, number, "it is not an entry");
  }
}

function entriesOf(place: Place | null): Entry[] {
  if (place === null) return [];
  return [
    { place: "block", since: place.since, block: place.block, blockHash: place.blockHash },
    ...[...place.told].map(([id, block]): Entry => ({ place: "told", id, block })),
  ];
}

function lines(entries: readonly Entry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
