import { type TransactionReceipt, toQuantity } from "ethers";
import { answerWithinMs } from "../chain/answer-within.ts";
import { describeError, httpStatus } from "../chain/describe-error.ts";
import type { Endpoint } from "../chain/endpoint.ts";
import { sayingSo } from "../chain/waiting.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import type { Signed, Signer } from "../record/signer.ts";
import type { Offer } from "./fees.ts";

interface UnderWay {
  readonly from: string;
  readonly nonce: number;
  readonly hash: string | null;
}

export type Sent = UnderWay & { readonly hash: string };

interface Unsent {
  readonly to?: string;
  readonly data?: string;
  /** Wei. */
  readonly value?: bigint;
  readonly gas: bigint;
  readonly nonce: number;
  readonly fees: Offer;
}

/** Another transaction of the account has the nonce. */
export class NonceTaken extends TaskError {}

/**
 * Signs and sends a transaction.
 * @param note called with the hash before an endpoint gets the transaction; with `null` if a local
 * node signs, and then again with the hash
 * @throws `NonceTaken` if a block took the nonce first, and a `TaskError` with the hash unless
 * every endpoint refused the transaction
 */
export async function sendTransaction(
  sale: Sale,
  signer: Signer,
  { value = 0n, gas, nonce, fees, ...call }: Unsent,
  endpoints: readonly Endpoint[],
  note: (hash: string | null) => Promise<void> = async () => {},
): Promise<Sent> {
  const from = signer.address;
  const signed = await signer.sign({
    ...call,
    value: toQuantity(value),
    nonce: toQuantity(nonce),
    gas: toQuantity(gas),
    maxFeePerGas: toQuantity(fees.maxFeePerGas),
    maxPriorityFeePerGas: toQuantity(fees.maxPriorityFeePerGas),
  });
  await note(signed.hash);
  const hash = await handOver(sale, signed, { from, nonce }, endpoints);
  if (signed.hash === null) await note(hash);
  return { hash, from, nonce };
}

async function handOver(
  sale: Sale,
  signed: Signed,
  { from, nonce }: Pick<UnderWay, "from" | "nonce">,
  endpoints: readonly Endpoint[],
): Promise<string> {
  const { hash } = signed;
  try {
    return await whileUnderWay(sale, { from, nonce, hash }, () => signed.sendTo(endpoints));
  } catch (error) {
    if (wasRefused(error)) {
      if (await isTaken(endpoints, from, nonce)) {
        throw new NonceTaken(
          `Another transaction used nonce ${nonce} of ${from} before this one was sent. ` +
            "Run the same command again: it continues from what is on chain.",
        );
      }
      throw error;
    }
    if (hash === null) throw error;
    throw new TaskError(
      `The transaction may have been sent: ${hash} (nonce ${nonce}). ${describeError(error)} ` +
        `Run the same command again: it looks for that transaction before it sends anything. Or look: ${pendingCommand(sale, from)}`,
      { cause: error },
    );
  }
}

/** Prints where to look after Ctrl-C, because a sent transaction can't be recalled. */
async function whileUnderWay<T>(
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

function pendingCommand({ network }: Pick<Sale, "network">, from: string): string {
  return `npm run hardhat -- ticket pending --account ${from} --network ${network}`;
}

/** Counts, because each kind of node words this refusal in its own way. */
async function isTaken(
  endpoints: readonly Endpoint[],
  from: string,
  nonce: number,
): Promise<boolean> {
  const counts = await Promise.allSettled(endpoints.map((one) => countAt(one, from)));
  return counts.some((one) => one.status === "fulfilled" && one.value > nonce);
}

async function countAt({ request }: Endpoint, from: string): Promise<number> {
  return Number(await request("eth_getTransactionCount", [from, "latest"]));
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
      `${hash} was mined, but the endpoint no longer shows it. Look it up in an explorer.`,
    );
  if (receipt.status !== 1) {
    throw new TaskError(`${hash} was mined and reverted: it changed nothing.`);
  }
  return receipt;
}

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
      if (performance.now() - answeredAt >= answerWithinMs()) {
        throw new TaskError(
          `${hash} was sent. The endpoint then stopped answering, so the transaction may or may not be mined. ` +
            "Run the same command again later: it looks for that transaction before it sends anything.",
          { cause: error },
        );
      }
    }
    if (passed >= REPLACED_AFTER) {
      throw new NonceTaken(
        `${hash} was replaced: another transaction of ${from} has nonce ${nonce}. Look at it in an explorer.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

type Found = { readonly block: number } | { readonly count: number };

async function foundIn(endpoints: readonly Endpoint[], hash: string, from: string): Promise<Found> {
  const counts: number[] = [];
  const looks = endpoints.map(async (endpoint) => {
    const [receipt, count] = await Promise.all([
      endpoint.request("eth_getTransactionReceipt", [hash]),
      countAt(endpoint, from),
    ]);
    const block = (receipt as { readonly blockNumber: string | null } | null)?.blockNumber;
    if (block) return { block: Number(block) };
    counts.push(count);
    throw new Error("It is in no block");
  });
  return await Promise.any(looks).catch((error: AggregateError) => {
    if (counts.length === 0) throw error.errors[0];
    return { count: Math.max(...counts) };
  });
}
