import { workAlone } from "../machine/one-at-a-time.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import type { Sale } from "../record/sale.ts";

/** The lock's name: two tasks at once could use the same nonce. */
export function senderName({ chainId }: Pick<Sale, "chainId">, from: string): string {
  return `sends from ${from} on chain ${chainId}, as ${stateDirectory()} tells`;
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
