import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { deploymentDirectory } from "../record/record.ts";
import type { Sale } from "../record/sale.ts";
import { sealed, unsealed } from "../send/machine-state.ts";
import { isObject, parseJson } from "../shared/json-text.ts";
import { TaskError } from "../shared/task-action.ts";
import type { Payment, Searched } from "./paid-on-chain.ts";
import type { Payout } from "./payout-call.ts";

/** A payment that was about to be sent when it was written down: whether it was is found out from the chain. */
export interface OpenPayment extends Payout {
  readonly to: string;
  readonly wei: bigint;
  readonly from: string;
  /** No two transactions of an account have the same one in a block: sent again with it, it is paid once. */
  readonly nonce: number;
  /** `null` until an endpoint has taken it. */
  readonly hash: string | null;
  /** Wei for one unit of gas, as is the next. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Payments in files for a Safe, of which the chain knows nothing until its owners have signed. */
export interface ProposedPayments {
  readonly safe: string;
  /** The Safe's next, when they were written. */
  readonly safeNonce: bigint;
  /** Of the block at that time, in seconds: the files are named by it. */
  readonly timestamp: number;
  /** As in "5 %"; the files say so. */
  readonly commission: string;
  readonly payments: readonly (Payout & { readonly to: string; readonly wei: bigint })[];
}

/** What this machine knows of payouts beside the chain, and how far it has searched the chain. */
export interface PayoutJournal {
  readonly searched: Searched;
  /** Those up to the block that was searched. */
  readonly paid: readonly Payment[];
  readonly open: readonly OpenPayment[];
  readonly proposed: ProposedPayments | null;
}

const VERSION = 1;

function journalFile(sale: Sale): string {
  const folder = deploymentDirectory(sale.root, sale.network);
  return path.join(folder, "payouts", "journal.json");
}

function rebuildHint(sale: Sale): string {
  return (
    "It is written anew from the chain, and nothing is paid by that: " +
    `npm run hardhat -- affiliates pay --rebuild --network ${sale.network}`
  );
}

/** @throws a `TaskError` that says how to write it anew, if it is missing or not as this machine wrote it */
export async function readJournal(sale: Sale): Promise<PayoutJournal> {
  const name = path.relative(sale.root, journalFile(sale));
  const journal = await journalAsWritten(sale);
  if (journal === null) {
    throw new TaskError(
      `There is no journal of payouts, ${name}: what was paid before is not known. ${rebuildHint(sale)}`,
    );
  }
  return journal;
}

/** @returns `null` if there is none; throws for one that this machine did not write */
export async function journalAsWritten(sale: Sale): Promise<PayoutJournal | null> {
  const file = journalFile(sale);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const name = path.relative(sale.root, file);
  const remedy = `Move it away. ${rebuildHint(sale)}`;
  const found = parseJson({ name, remedy }, text);
  const { seal, ...entries } = isObject(found) ? found : { seal: "" };
  const entry = await unsealed(`${seal} ${JSON.stringify(entries)}`);
  if (entry === null) {
    throw new TaskError(`${name} was changed, or another machine wrote it. ${remedy}`);
  }
  const written = JSON.parse(entry, (key, value) =>
    BIGINTS.includes(key) && typeof value === "string" ? BigInt(value) : value,
  );
  const { version, chainId, ticket, ...journal } = written;
  if (version !== VERSION || chainId !== sale.chainId || ticket !== sale.record.address) {
    throw new TaskError(`${name} is of another sale. ${remedy}`);
  }
  return journal;
}

/** The fields that are `bigint`, in whatever object: JSON has none. */
const BIGINTS = ["total", "wei", "maxFeePerGas", "maxPriorityFeePerGas", "safeNonce"];

/** Atomic, and flushed to the disk: after a kill at any time there is this journal or the one before. */
export async function writeJournal(sale: Sale, journal: PayoutJournal): Promise<void> {
  const file = journalFile(sale);
  const entries = JSON.stringify(
    { version: VERSION, chainId: sale.chainId, ticket: sale.record.address, ...journal },
    (_, value) => (typeof value === "bigint" ? String(value) : value),
  );
  const [seal = ""] = (await sealed(entries)).split(" ", 1);
  await mkdir(path.dirname(file), { recursive: true });
  const written = await open(`${file}.new`, "w");
  try {
    await written.write(`${JSON.stringify({ seal, ...JSON.parse(entries) }, null, 2)}\n`);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(`${file}.new`, file);
}
