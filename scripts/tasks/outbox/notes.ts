import { appendFile, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { textOf } from "../machine/files.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import type { Sale } from "../record/sale.ts";

/**
 * A task writes this before it sends a transaction, because the next run must know the transaction
 * even if no endpoint shows it.
 */
const NOTE = v.object({
  nonce: v.number(),
  data: v.string(),
  /** `null` until an endpoint accepts it. */
  hash: v.nullable(v.string()),
  /** Wei, like the next field. */
  maxFeePerGas: v.string(),
  maxPriorityFeePerGas: v.string(),
});

export type Note = v.InferOutput<typeof NOTE>;

const LINE = v.pipe(v.string(), v.parseJson(), NOTE);

function notesFile({ chainId, record }: Sale, from: string): string {
  return path.join(stateDirectory(), `${chainId}-${record.address}`, "notes", `${from}.jsonl`);
}

/** Appends one line, because a pause may write while another task does. */
export async function writeNote(sale: Sale, from: string, note: Note): Promise<void> {
  const file = notesFile(sale, from);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // A kill may have cut off the last line.
  await appendFile(file, `\n${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
}

export async function readNotes(sale: Sale, from: string): Promise<Note[]> {
  const lines = ((await textOf(notesFile(sale, from))) ?? "").split("\n");
  return lines.flatMap((line) => {
    const note = v.safeParse(LINE, line);
    return note.success ? [note.output] : [];
  });
}

/**
 * Removes the notes once all their nonces are used. Until then the file stays as it is, because an
 * endpoint may still broadcast the others, and a kill while it was rewritten would lose them.
 */
export async function closeNotes(sale: Sale, from: string): Promise<void> {
  const next = await sale.provider.getTransactionCount(from);
  const notes = await readNotes(sale, from);
  if (notes.every(({ nonce }) => nonce < next)) await rm(notesFile(sale, from), { force: true });
}
