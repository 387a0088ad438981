import { checkAborted } from "../../platform/check-aborted.ts";
import type { FailoverTransport, Transport } from "./transport.ts";

/**
 * How long other endpoints are waited for once one has answered. Long enough for one that is slow, and not so long that
 * one that is silent keeps a visitor from buying through those that work.
 */
const PATIENCE_MS = 3_000;

/** What an endpoint is asked by itself. It rejects if the endpoint fails. */
export type Ask<Value> = (endpoint: Transport, signal: AbortSignal) => Promise<Value>;

/**
 * Asks every endpoint by itself, all at once, so that none speaks for another. Resolves with the answers in the order in
 * which they came: as soon as they are enough, once all endpoints have answered or failed, or `PATIENCE_MS` after the
 * first. If no endpoint answers, the list is empty.
 */
export async function opinions<Value>(
  transport: Pick<FailoverTransport, "each">,
  ask: Ask<Value>,
  enough: (answers: readonly Value[]) => boolean,
  signal?: AbortSignal,
): Promise<readonly Value[]> {
  checkAborted(signal);
  const answers: Value[] = [];
  const settled = new AbortController();
  let patience: ReturnType<typeof setTimeout> | undefined;
  const stop = () => settled.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  try {
    await new Promise<void>((resolve, reject) => {
      settled.signal.addEventListener("abort", () => reject(settled.signal.reason));
      const asked = transport.each().map(async (endpoint) => {
        const answer = await ask(endpoint, settled.signal);
        answers.push(answer);
        patience ??= setTimeout(resolve, PATIENCE_MS);
        if (enough(answers)) resolve();
      });
      void Promise.allSettled(asked).then(() => resolve());
    });
    return [...answers];
  } finally {
    signal?.removeEventListener("abort", stop);
    clearTimeout(patience);
    settled.abort();
  }
}

/** Two that have answered are enough: a third is asked because one of them may fail. */
export const two = (answers: readonly unknown[]) => answers.length >= 2;
