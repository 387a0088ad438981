import { workAlone } from "../machine/one-at-a-time.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import type { Sale } from "../record/sale.ts";

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

export function pendingCommand({ network }: Pick<Sale, "network">, from: string): string {
  return `npm run hardhat -- ticket pending --account ${from} --network ${network}`;
}

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
