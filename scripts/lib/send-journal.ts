import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { deploymentDirectory } from "./record.ts";
import type { Sale } from "./sale.ts";

/**
 * A transaction that is about to be sent: everything that makes it up. Its nonce is what keeps it from being doubled:
 * of all that may ever be sent with it, the chain takes one.
 */
export interface Intent {
  readonly ticket: string;
  readonly from: string;
  readonly nonce: number;
  readonly data: string;
  readonly gasLimit: string;
  /** Wei for one unit of gas, as are the next. */
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

function journalFile(sale: Sale): string {
  return path.join(deploymentDirectory(sale.root, sale.network), "affiliates", "journal.jsonl");
}

/** On the disk, not only on its way there, before the transaction is sent: a kill at any time leaves what was meant. */
export async function writeIntent(sale: Sale, intent: Intent): Promise<void> {
  const name = journalFile(sale);
  await mkdir(path.dirname(name), { recursive: true });
  const file = await open(name, "a");
  try {
    // The line before may have been cut off by a kill.
    await file.write(`\n${JSON.stringify(intent)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @returns what an interrupted run had meant to send to this contract */
export async function readIntents(sale: Sale): Promise<Intent[]> {
  let text: string;
  try {
    text = await readFile(journalFile(sale), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return text
    .split("\n")
    .map(parseIntent)
    .filter((intent) => intent !== null && intent.ticket === sale.record.address)
    .map((intent) => intent as Intent);
}

/** A line that was cut off was not followed by a transaction. */
function parseIntent(line: string): Intent | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

export async function closeJournal(sale: Sale): Promise<void> {
  await rm(journalFile(sale), { force: true });
}
