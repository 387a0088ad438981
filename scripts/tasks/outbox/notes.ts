import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { shortList } from "../cli/amounts.ts";
import { textOf } from "../machine/files.ts";
import { sealed, unsealed } from "../machine/seal.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import type { Sale } from "../record/sale.ts";

/**
 * A task writes this before it sends a transaction, because the next run must know the transaction
 * even if no endpoint shows it.
 */
export interface Note {
  readonly chainId: number;
  readonly ticket: string;
  readonly from: string;
  readonly nonce: number;
  readonly data: string;
  /** `null` until an endpoint accepts it. */
  readonly hash: string | null;
  /** Wei, like the next field. */
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

type NewNote = Omit<Note, "chainId" | "ticket">;

/** Keep the name `sent/`, because earlier versions wrote their notes there. */
function notesFile({ chainId, record }: Sale, from: string): string {
  return path.join(stateDirectory(), "sent", `${chainId}-${record.address}-${from}.jsonl`);
}

export async function writeNote(sale: Sale, note: NewNote): Promise<void> {
  const name = notesFile(sale, note.from);
  const entry = JSON.stringify({
    chainId: sale.chainId,
    ticket: sale.record.address,
    ...note,
  } satisfies Note);
  await mkdir(path.dirname(name), { recursive: true, mode: 0o700 });
  const file = await open(name, "a", 0o600);
  try {
    // A kill may have cut off the last line.
    await file.write(`\n${await sealed(entry)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function readNotes(sale: Sale, from: string): Promise<Note[]> {
  const name = notesFile(sale, from);
  const notes: Note[] = [];
  const strange: number[] = [];
  for (const [i, line] of ((await textOf(name)) ?? "").split("\n").entries()) {
    if (line === "") continue;
    const entry = await unsealed(line);
    const note: Note | null = entry && JSON.parse(entry);
    const same =
      note?.chainId === sale.chainId && note.ticket === sale.record.address && note.from === from;
    if (same) notes.push(note);
    else strange.push(i + 1);
  }
  if (strange.length > 0) {
    console.error(
      `Warning: ${name} has lines that this machine did not write (${shortList(strange.map(String))}). They are ignored.`,
    );
  }
  return notes;
}

/** Keeps the notes of unused nonces, because an endpoint may still broadcast those transactions. */
export async function closeNotes(sale: Sale, from: string): Promise<void> {
  const next = await sale.provider.getTransactionCount(from);
  const kept = (await readNotes(sale, from)).filter(({ nonce }) => nonce >= next);
  await rm(notesFile(sale, from), { force: true });
  for (const note of kept) await writeNote(sale, note);
}
