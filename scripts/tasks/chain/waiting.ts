import { silentFor, spoke } from "../cli/silence.ts";
import { TaskError } from "../cli/task.ts";
import { answerWithinMs } from "./answer-within.ts";
import { isOverQuota, overQuotaText } from "./quota.ts";

const SAY_AFTER_MS = 4_000;
const LONG_MS = 60_000;
const SAY_AGAIN_MS = 30_000;

interface Wait {
  readonly what: () => string;
  readonly since: number;
}

/** Ordered by their start. The command prints only the first. */
const waits = new Set<Wait>();
let timer: NodeJS.Timeout | undefined;
let waitedUntil = 0;
const BREAK_MS = 1_000;

/**
 * Prints what the command waits for if nothing was printed for a while.
 * @param what such as "x to answer"
 */
export async function sayingSo<T>(
  what: string | (() => string),
  wait: () => Promise<T>,
): Promise<T> {
  const own = { what: typeof what === "string" ? () => what : what, since: Date.now() };
  if (waits.size === 0 && own.since - waitedUntil > BREAK_MS) spoke();
  waits.add(own);
  if (waits.size === 1) lookLater();
  try {
    return await wait();
  } finally {
    waits.delete(own);
    waitedUntil = Date.now();
    if (waits.size === 0) clearTimeout(timer);
  }
}

function lookLater(): void {
  clearTimeout(timer);
  timer = setTimeout(look, Math.max(0, pauseNow() - silentFor()));
}

function pauseNow(): number {
  const [oldest] = waits;
  return oldest !== undefined && Date.now() - oldest.since > LONG_MS ? SAY_AGAIN_MS : SAY_AFTER_MS;
}

function look(): void {
  const [oldest] = waits;
  if (oldest === undefined) return;
  if (silentFor() >= pauseNow()) {
    console.error(`Waiting for ${oldest.what()} …`);
    spoke();
  }
  lookLater();
}

export class NoAnswer extends TaskError {}

/**
 * @param question such as "eth_call"
 * @throws `NoAnswer` after the deadline
 */
export async function answered<T>(
  host: string,
  question: string,
  ask: () => Promise<T>,
): Promise<T> {
  const within = answerWithinMs();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(tooLongText(host, question))), within);
  });
  try {
    const what = () =>
      isOverQuota(host) ? `${host}, which answers HTTP 429` : `${host} to answer ${question}`;
    return await sayingSo(what, () => Promise.race([ask(), tooLong]));
  } finally {
    clearTimeout(timer);
  }
}

function tooLongText(host: string, question: string): string {
  if (isOverQuota(host)) {
    return (
      `${overQuotaText(host)}. ` +
      "Wait a few minutes, or set another endpoint: the same command continues from what is on chain."
    );
  }
  return (
    `${host} has not answered ${question} within ${answerWithinMs() / 1000} s. ` +
    "Try again later or with another endpoint: the same command continues from what is on chain."
  );
}
