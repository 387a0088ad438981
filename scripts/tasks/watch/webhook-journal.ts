import { hash } from "node:crypto";
import path from "node:path";
import * as v from "valibot";
import { jsonText, textOf, writeWhole } from "../machine/files.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import { parseRecord } from "../record/record.ts";
import type { Sale } from "../record/sale.ts";

/** The last block whose events were all sent, and some events near it. */
export interface Place {
  readonly since: number;
  readonly block: number;
  readonly blockHash: string;
  /** Block numbers by event id; a reorg can still drop these events. */
  readonly told: ReadonlyMap<string, number>;
}

export interface Journal extends Place {
  /** Keys of the alarms that the webhook may have received, but not their end; by id. */
  readonly alarms: ReadonlyMap<string, string>;
}

const WRITTEN = v.object({
  since: v.number(),
  block: v.number(),
  blockHash: v.string(),
  told: v.array(v.tuple([v.string(), v.number()])),
  alarms: v.array(v.tuple([v.string(), v.string()])),
});

/** Blocks: two epochs, because Ethereum has finalized older blocks. */
export const REORGANISED_BLOCKS = 64;

/** The file is outside every clone. Each webhook and deployment has its own. */
export function journalFile(sale: Sale, webhook: string): string {
  const { chainId, transactionHash } = sale.record;
  const digest = hash("sha256", `${webhook} ${chainId} ${transactionHash}`);
  return path.join(stateDirectory(), "watch", `${sale.network}-${digest.slice(0, 16)}.json`);
}

/** @throws a `DamagedFile` */
export async function readJournal(file: string): Promise<Journal | null> {
  const text = await textOf(file);
  if (text === null) return null;
  const remedy = "Remove it, and name the block to send events from: --from BLOCK.";
  const name = { name: file, remedy };
  const written = parseRecord<v.InferOutput<typeof WRITTEN>>(name, text, WRITTEN);
  return { ...written, told: new Map(written.told), alarms: new Map(written.alarms) };
}

export async function writeJournal(file: string, { told, alarms, ...rest }: Journal) {
  await writeWhole(file, jsonText({ ...rest, told: [...told], alarms: [...alarms] }), 0o600);
}
