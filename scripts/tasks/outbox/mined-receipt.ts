import type { TransactionReceipt } from "ethers";
import { answerWithinMs } from "../chain/answer-within.ts";
import type { Endpoint } from "../chain/endpoint.ts";
import { sayingSo } from "../chain/waiting.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import { type UnderWay, whileUnderWay } from "./under-way.ts";

export type Sent = UnderWay & { readonly hash: string };

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** Polls, because a node may report a used nonce before the transaction that used it. */
const REPLACED_AFTER = 5;

/**
 * @param readAhead called as soon as reads use the transaction's block
 * @throws a `TaskError` if the transaction reverted or was replaced, or if the endpoints stay
 * silent
 */
export async function minedReceipt(
  sale: Sale,
  sent: Sent,
  endpoints: readonly Endpoint[],
  readAhead: () => void = () => {},
): Promise<TransactionReceipt> {
  const { hash } = sent;
  const { block, agreed } = await whileUnderWay(sale, sent, () =>
    sayingSo(`${hash} to be mined`, () => firstBlock(sale, endpoints, sent)),
  );
  if (agreed < block) await sale.refresh(block);
  readAhead();
  const receipt = await sale.provider.getTransactionReceipt(hash);
  if (receipt === null)
    throw new TaskError(
      `${hash} was mined, and the endpoint no longer shows it. Look it up in an explorer.`,
    );
  if (receipt.status !== 1) {
    throw new TaskError(`${hash} was mined and reverted: it changed nothing.`);
  }
  return receipt;
}

export class Replaced extends TaskError {}

async function firstBlock(
  sale: Sale,
  endpoints: readonly Endpoint[],
  { hash, from, nonce }: Sent,
): Promise<{ readonly block: number; readonly agreed: number }> {
  let answeredAt = performance.now();
  let passed = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      const [found, agreed] = await Promise.all([
        foundIn(endpoints, hash, from),
        sale.renew().catch(() => 0),
      ]);
      if ("block" in found) return { block: found.block, agreed };
      if (found.count > nonce) passed += 1;
      answeredAt = performance.now();
    } catch (error) {
      if (performance.now() - answeredAt >= answerWithinMs()) throw unseen(hash, error);
    }
    if (passed >= REPLACED_AFTER) {
      throw new Replaced(
        `${hash} was replaced: another transaction of ${from} has nonce ${nonce}. Look at it in an explorer.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

type Found = { readonly block: number } | { readonly count: number };

async function foundIn(endpoints: readonly Endpoint[], hash: string, from: string): Promise<Found> {
  const counts: number[] = [];
  const looks = endpoints.map(async ({ request }) => {
    const [receipt, count] = await Promise.all([
      request("eth_getTransactionReceipt", [hash]),
      request("eth_getTransactionCount", [from, "latest"]),
    ]);
    const block = (receipt as { readonly blockNumber: string | null } | null)?.blockNumber;
    if (block) return { block: Number(block) };
    counts.push(Number(count));
    throw new Error("It is in no block");
  });
  return await Promise.any(looks).catch((error: AggregateError) => {
    if (counts.length === 0) throw error.errors[0];
    return { count: Math.max(...counts) };
  });
}

function unseen(hash: string, error: unknown): TaskError {
  return new TaskError(
    `${hash} was sent. The endpoint then stopped answering, so it may be mined or not. ` +
      "Run the same command again later: it looks for it before it sends anything.",
    { cause: error },
  );
}
