import { describeError, httpStatus } from "../chain/describe-error.ts";
import type { Endpoint } from "../chain/endpoint.ts";
import { TaskError } from "../cli/task.ts";
import { workAlone } from "../machine/one-at-a-time.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import type { Sale } from "../record/sale.ts";
import type { Signed } from "../record/signer.ts";

/**
 * The lock's name: two tasks at once could use the same nonce.
 * @param state the folder of this machine's notes
 */
export function senderName(
  { chainId }: Pick<Sale, "chainId">,
  from: string,
  state = stateDirectory(),
): string {
  return `sends from ${from} on chain ${chainId}, as ${state} tells`;
}

export async function sendingAlone(
  sale: Sale,
  from: string,
  use: () => Promise<void>,
): Promise<void> {
  if (sale.dryRun) return await use();
  const release = await workAlone(
    senderName(sale, from),
    `Another task of this machine sends from ${from} on ${sale.network}. Run this again when it has ended. Nothing was sent.`,
  );
  try {
    await use();
  } finally {
    await release();
  }
}

function pendingCommand({ network }: Pick<Sale, "network">, from: string): string {
  return `npm run hardhat -- ticket pending --account ${from} --network ${network}`;
}

/**
 * Sends the transaction.
 * @throws a `TaskError` with the hash unless every endpoint refused it
 */
export async function handOver(
  sale: Sale,
  signed: Signed,
  { from, nonce }: Pick<UnderWay, "from" | "nonce">,
  endpoints: readonly Endpoint[],
): Promise<string> {
  const { hash } = signed;
  try {
    return await whileUnderWay(sale, { from, nonce, hash }, () => signed.sendTo(endpoints));
  } catch (error) {
    if (hash === null || wasRefused(error)) throw error;
    throw new TaskError(
      `It may have been sent: ${hash} (nonce ${nonce}). ${describeError(error)} ` +
        `Run the same command again: it looks for it before it sends anything. Or look: ${pendingCommand(sale, from)}`,
      { cause: error },
    );
  }
}

/** If an answer was lost, the endpoint may have accepted the transaction. */
function wasRefused(error: unknown): boolean {
  const status = httpStatus(error);
  if (status !== null) return status < 500;
  const { code, message } = (error ?? {}) as Readonly<Record<"code" | "message", unknown>>;
  if (/ECONNREFUSED|Cannot connect to|HHE70[13]/.test(`${code} ${message}`)) return true;
  return typeof code === "number" && code !== UNKNOWN;
}

/** Hardhat's code for its own errors, which no node sent. */
const UNKNOWN = -1;

export interface UnderWay {
  readonly from: string;
  readonly nonce: number;
  readonly hash: string | null;
}

/** Prints where to look after Ctrl-C, because a sent transaction can't be recalled. */
export async function whileUnderWay<T>(
  sale: Sale,
  { from, nonce, hash }: UnderWay,
  use: () => Promise<T>,
): Promise<T> {
  const interrupted = () => {
    console.error(
      `Interrupted: ${hash ?? "a transaction"} (nonce ${nonce}) may have been sent, and may still be mined. ` +
        `Look for it: ${pendingCommand(sale, from)}`,
    );
    process.exit(130);
  };
  process.once("SIGINT", interrupted);
  try {
    return await use();
  } finally {
    process.off("SIGINT", interrupted);
  }
}
