import { checkAborted } from "../../platform/check-aborted.ts";
import type { FailoverTransport, SoleEndpoint, Transport } from "./transport.ts";

/**
 * How long other endpoints are waited for once one has answered. Long enough for one that is slow, and not so long that
 * one that is silent keeps a visitor from buying through those that work.
 */
const PATIENCE_MS = 3_000;

/** What an endpoint is asked by itself. It rejects if the endpoint fails. */
export type Ask<Value> = (endpoint: Transport, signal: AbortSignal) => Promise<Value>;

/**
 * Asks every endpoint by itself, all at once, so that none speaks for another. Resolves with the answers in the order in
 * which they came: as soon as those from sound endpoints are enough, once all endpoints have answered or failed, or
 * `PATIENCE_MS` after the first. An endpoint that turns out to have stopped is not heard. If no endpoint answers, the list
 * is empty.
 */
export async function opinions<Value>(
  transport: Pick<FailoverTransport, "each">,
  ask: Ask<Value>,
  enough: (answers: readonly Value[]) => boolean,
  signal?: AbortSignal,
): Promise<readonly Value[]> {
  checkAborted(signal);
  const answers: { readonly from: SoleEndpoint; readonly value: Value }[] = [];
  const heard = (unsure: boolean) =>
    answers
      .filter(({ from }) => from.standing() === "sound" || (unsure && from.standing() === "unsure"))
      .map(({ value }) => value);
  const settled = new AbortController();
  let patience: ReturnType<typeof setTimeout> | undefined;
  const stop = () => settled.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  try {
    await new Promise<void>((resolve, reject) => {
      settled.signal.addEventListener("abort", () => reject(settled.signal.reason));
      const asked = transport.each().map(async (endpoint) => {
        const value = await ask(endpoint, settled.signal);
        answers.push({ from: endpoint, value });
        patience ??= setTimeout(resolve, PATIENCE_MS);
        if (enough(heard(false))) resolve();
      });
      void Promise.allSettled(asked).then(() => resolve());
    });
    return heard(true);
  } finally {
    signal?.removeEventListener("abort", stop);
    clearTimeout(patience);
    settled.abort();
  }
}

/** The first two that are related; `null` if there are no two. */
export function pairOf<Value>(
  values: readonly Value[],
  relation: (one: Value, other: Value) => boolean,
): readonly [Value, Value] | null {
  for (const [index, one] of values.entries()) {
    const other = values.slice(0, index).find((earlier) => relation(earlier, one));
    if (other !== undefined) return [other, one];
  }
  return null;
}

/** What any two endpoints tell alike, or the only endpoint of a build; `undefined` if they don't. */
export async function agreed<Value>(
  transport: Pick<FailoverTransport, "each" | "size">,
  ask: Ask<Value>,
  signal?: AbortSignal,
): Promise<Value | undefined> {
  const alike = (told: readonly Value[]) => pairOf(told, Object.is);
  const told = await opinions(transport, ask, (heard) => alike(heard) !== null, signal);
  return transport.size > 1 ? alike(told)?.[0] : told[0];
}
