import { withLinkedController } from "../../platform/linked-controller.ts";
import type { FailoverTransport, SoleEndpoint, Transport } from "./transport.ts";

/**
 * The wait for other answers after the first one, because a silent endpoint must not block a
 * purchase.
 */
const PATIENCE_MS = 3_000;

export type Ask<Value> = (endpoint: Transport, signal: AbortSignal) => Promise<Value>;

/**
 * Asks all endpoints except stopped ones. Resolves with the answers in order of arrival, once
 * enough sound endpoints have answered, all have ended, or `PATIENCE_MS` have passed since the
 * first answer.
 */
export function opinions<Value>(
  transport: Pick<FailoverTransport, "each">,
  ask: Ask<Value>,
  enough: (answers: readonly Value[]) => boolean,
  signal?: AbortSignal,
): Promise<readonly Value[]> {
  const answers: { readonly from: SoleEndpoint; readonly value: Value }[] = [];
  const heard = (unsure: boolean) =>
    answers
      .filter(({ from }) => from.standing() === "sound" || (unsure && from.standing() === "unsure"))
      .map(({ value }) => value);
  let patience: ReturnType<typeof setTimeout> | undefined;
  return withLinkedController(signal, async (settled) => {
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
      clearTimeout(patience);
      settled.abort();
    }
  });
}

/** By which answers are compared. */
export function textOf(answer: object): string {
  return JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}

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

/**
 * The first answer that two endpoints share. If the build has only one endpoint, that endpoint's
 * answer.
 */
export async function agreed<Value>(
  transport: Pick<FailoverTransport, "each" | "size">,
  ask: Ask<Value>,
  signal?: AbortSignal,
): Promise<Value | undefined> {
  const alike = (told: readonly Value[]) => pairOf(told, Object.is);
  const told = await opinions(transport, ask, (heard) => alike(heard) !== null, signal);
  return transport.size > 1 ? alike(told)?.[0] : told[0];
}
