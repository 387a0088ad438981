import type { Provider, TransactionReceipt } from "ethers";
import type { Sale } from "../record/sale.ts";
import { answerWithinMs } from "../shared/answer-within.ts";
import { TaskError } from "../shared/task-action.ts";
import { sayingSo } from "../shared/waiting.ts";

/** A transaction that an endpoint has taken. */
export interface SentTransaction {
  readonly hash: string;
  readonly from: string;
  readonly nonce: number;
  /** The endpoint that has taken it. */
  readonly provider: Provider;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** How often its nonce may be found used, and it not mined, until it counts as replaced: nodes tell of the two apart. */
const REPLACED_AFTER = 5;

/**
 * Waits until what was sent is mined, and until every endpoint that is asked says so alike.
 * @throws a `TaskError` if it was reverted or replaced, or if the endpoint is silent for too long
 */
export async function minedReceipt(sale: Sale, sent: SentTransaction): Promise<TransactionReceipt> {
  const { hash } = sent;
  const first = await sayingSo(`${hash} to be mined`, () => firstReceipt(sent));
  await sayingSo(`every endpoint to have block ${first.blockNumber}`, () =>
    sale.refresh(first.blockNumber),
  );
  const receipt = await sale.provider.getTransactionReceipt(hash);
  if (receipt === null) throw new TaskError(`${hash} was mined, and is gone. Look it up.`);
  if (receipt.status !== 1) {
    throw new TaskError(`${hash} was mined and reverted: it changed nothing.`);
  }
  return receipt;
}

async function firstReceipt({ hash, from, nonce, provider }: SentTransaction) {
  let answeredAt = performance.now();
  let passed = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      const receipt = await provider.getTransactionReceipt(hash);
      if (receipt !== null) return receipt;
      if ((await provider.getTransactionCount(from)) > nonce) passed += 1;
      answeredAt = performance.now();
    } catch (error) {
      // It was sent all the same, and an endpoint may be away for a moment.
      if (performance.now() - answeredAt >= answerWithinMs()) throw unseen(hash, error);
    }
    if (passed >= REPLACED_AFTER) {
      throw new TaskError(
        `${hash} was replaced: another transaction of ${from} has nonce ${nonce}. Look at it in an explorer.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function unseen(hash: string, error: unknown): TaskError {
  return new TaskError(
    `${hash} was sent, and the endpoint has stopped answering, so whether it is mined is not known. ` +
      "Run the same command again later: it looks for it before it sends anything.",
    { cause: error },
  );
}
