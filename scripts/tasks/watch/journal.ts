import { createHash } from "node:crypto";
import { mkdir, open as openFile, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { sealed, unsealed } from "../machine/machine-state.ts";
import { deploymentDirectory } from "../record/record.ts";
import type { Sale } from "../record/sale.ts";
import { shortList } from "../shared/amounts.ts";
import { TaskError } from "../shared/task-action.ts";
import type { OpenAlarm } from "./alarms.ts";

/** How far a webhook has been told: all of the blocks up to one, and some events near it. */
export interface Place {
  /** The first block that is told of. */
  readonly since: number;
  /** Every event up to this block is told. */
  readonly block: number;
  readonly blockHash: string;
  /** The block of each told event that a reorganisation could still drop, by the event's id. */
  readonly told: ReadonlyMap<string, number>;
}

type Entry =
  | { readonly place: "start"; readonly chainId: number; readonly deployment: string }
  | ({ readonly place: "block" } & Reached)
  | { readonly place: "told"; readonly id: string; readonly block: number }
  | { readonly place: "removed"; readonly id: string }
  | ({ readonly place: "alarm" } & OpenAlarm)
  | { readonly place: "cleared"; readonly id: string };

type Reached = Omit<Place, "told">;

export interface Journal {
  /** `null` if nothing was written yet. */
  readonly place: Place | null;
  /** Alarms that the webhook may know, and whose end it was not told. */
  readonly alarms: readonly OpenAlarm[];
  toldEvent(id: string, block: number): Promise<void>;
  removedEvent(id: string): Promise<void>;
  /** Before it is told, so that it is ended whatever happens. */
  tellingAlarm(alarm: OpenAlarm): Promise<void>;
  clearedAlarm(id: string): Promise<void>;
  reachedBlock(reached: Reached): Promise<void>;
  close(): Promise<void>;
}

/** Blocks below the newest one told in which a reorganisation is still looked for. Two epochs, when Ethereum is final. */
export const REORGANISED_BLOCKS = 64;

/** The journal of a webhook: `deployments/<network>/watch/<digest of its URL>.jsonl`. */
export function journalFile(sale: Sale, webhook: string): string {
  const digest = createHash("sha256").update(webhook).digest("hex").slice(0, 16);
  return path.join(deploymentDirectory(sale.root, sale.network), "watch", `${digest}.jsonl`);
}

/**
 * Opens the journal of a webhook, shortened to what counts. Each entry is on the disk before the next event is sent, so
 * that a kill at any time repeats one event at most. Entries are sealed: a pull request can't make events count as told.
 */
export async function openJournal(sale: Sale, file: string): Promise<Journal> {
  const start = { chainId: sale.chainId, deployment: sale.record.transactionHash };
  const { place, alarms } = await readJournal(file, start, path.relative(sale.root, file));
  await mkdir(path.dirname(file), { recursive: true });
  const kept = await openFile(`${file}.new`, "w", 0o600);
  const open = alarms.map((alarm): Entry => ({ place: "alarm", ...alarm }));
  await kept.write(await lines([{ place: "start", ...start }, ...entriesOf(place), ...open]));
  await kept.sync();
  await kept.close();
  await rename(`${file}.new`, file);
  const handle = await openFile(file, "a", 0o600);
  let end = (await handle.stat()).size;
  /** What a full disk did not take is written with the next entry that it takes. */
  const unkept: Entry[] = [];
  const write = async (entry: Entry) => {
    unkept.push(entry);
    try {
      await handle.writeFile(await lines(unkept));
      await handle.sync();
    } catch (error) {
      // Part of a line would make the whole journal one that this machine did not write.
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

async function readJournal(
  file: string,
  start: { readonly chainId: number; readonly deployment: string },
  name: string,
): Promise<Pick<Journal, "place" | "alarms">> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const remedy = `Remove it, and say by --from from which block on events are sent.`;
  const told = new Map<string, number>();
  const alarms = new Map<string, OpenAlarm>();
  let reached: Reached | null = null;
  const strange: number[] = [];
  const written = text.split("\n");
  for (const [index, line] of written.entries()) {
    if (line === "") continue;
    const entry = await unsealed(line);
    if (entry === null) {
      // A kill can cut off the last line: what it was about is told again.
      if (index < written.length - 1) strange.push(index + 1);
      continue;
    }
    const parsed = JSON.parse(entry) as Entry;
    if (parsed.place === "told") told.set(parsed.id, parsed.block);
    else if (parsed.place === "removed") told.delete(parsed.id);
    else if (parsed.place === "alarm")
      alarms.set(parsed.id, { id: parsed.id, alarm: parsed.alarm });
    else if (parsed.place === "cleared") alarms.delete(parsed.id);
    else if (parsed.place === "block") {
      reached = parsed;
      for (const [id, at] of told) if (at <= parsed.block - REORGANISED_BLOCKS) told.delete(id);
    } else if (parsed.chainId !== start.chainId || parsed.deployment !== start.deployment) {
      throw new TaskError(`${name} is of another deployment. ${remedy}`);
    }
  }
  if (strange.length > 0) {
    throw new TaskError(
      `${name} has lines that this machine did not seal (${shortList(strange.map(String))}). ${remedy}`,
    );
  }
  const open = [...alarms.values()];
  if (reached === null) return { place: null, alarms: open };
  const { since, block, blockHash } = reached;
  return { place: { since, block, blockHash, told }, alarms: open };
}

function entriesOf(place: Place | null): Entry[] {
  if (place === null) return [];
  return [
    { place: "block", since: place.since, block: place.block, blockHash: place.blockHash },
    ...[...place.told].map(([id, block]): Entry => ({ place: "told", id, block })),
  ];
}

async function lines(entries: readonly Entry[]): Promise<string> {
  const written = await Promise.all(entries.map((entry) => sealed(JSON.stringify(entry))));
  return `${written.join("\n")}\n`;
}
