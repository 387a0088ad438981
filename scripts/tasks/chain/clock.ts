import { plural } from "../cli/amounts.ts";

const MOST_BEHIND_MS = 2 * 60_000;
/** Milliseconds that the clock may be ahead. A quiet test network's newest block is minutes old. */
const MOST_AHEAD_MS = 10 * 60_000;

export async function clockProblem(
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
  now: number = Date.now(),
): Promise<string | null> {
  const block = await request("eth_getBlockByNumber", ["latest", false]);
  const { timestamp } = block as { readonly timestamp: string };
  const behind = Number(timestamp) * 1000 - now;
  const minutes = plural(Math.round(Math.abs(behind) / 60_000), "minute");
  if (behind > MOST_BEHIND_MS) return `this machine's clock is ${minutes} behind the newest block`;
  if (-behind <= MOST_AHEAD_MS) return null;
  return `the newest block is ${minutes} older than this machine's clock, so the clock is fast or the chain has stalled`;
}
