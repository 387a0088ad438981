import { withLinkedController } from "../../platform/linked-controller.ts";
import type { Endpoint } from "./endpoint.ts";

/** After this time without an answer, the page also asks the next endpoint. */
const LATE_AFTER_MS = 2_000;
/** If an answer's newest block is old, the transport waits this long for a current one. */
const GRACE_MS = 5_000;

/** `answers` is empty if every endpoint failed. `error` is the last failure. */
type Hedged<Answer> = { answers: ReadonlyMap<Endpoint, Answer>; error: unknown };

/**
 * Asks the next endpoint if the previous one fails, is late, or gives a provisional answer. Ends
 * with the first final answer, after the grace period, or when all endpoints have ended. Then it
 * aborts the remaining requests.
 * @param ask calls `onTrouble` to ask the next endpoint at once
 */
export function hedge<Answer>(
  endpoints: readonly Endpoint[],
  ask: (endpoint: Endpoint, signal: AbortSignal, onTrouble: () => void) => Promise<Answer>,
  isFinal: (endpoint: Endpoint) => boolean,
  signal: AbortSignal | undefined,
): Promise<Hedged<Answer>> {
  const timers: ReturnType<typeof setTimeout>[] = [];
  return withLinkedController(signal, async (settled) => {
    try {
      return await new Promise((resolve, reject) => {
        settled.signal.addEventListener("abort", () => reject(settled.signal.reason));
        const answers = new Map<Endpoint, Answer>();
        let asked = 0;
        let ended = 0;
        let error: unknown;
        const settle = () => resolve({ answers, error });

        const askAt = async (place: number) => {
          const endpoint = endpoints[place];
          if (endpoint === undefined || place < asked || settled.signal.aborted) return;
          asked += 1;
          const askNext = () => void askAt(place + 1);
          const onLate = () => {
            endpoint.lateAt = Date.now();
            askNext();
          };
          timers.push(setTimeout(onLate, LATE_AFTER_MS));
          try {
            answers.set(endpoint, await ask(endpoint, settled.signal, askNext));
            if (isFinal(endpoint)) return settle();
            timers.push(setTimeout(settle, GRACE_MS));
          } catch (reason) {
            error = reason;
          }
          ended += 1;
          if (ended === endpoints.length) settle();
          askNext();
        };
        void askAt(0);
      });
    } finally {
      timers.forEach(clearTimeout);
      settled.abort();
    }
  });
}
