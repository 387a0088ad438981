import { sayingSo } from "../chain/waiting.ts";
import { oneLine, TaskError, withoutKeys } from "../cli/task.ts";
import type { Alarms } from "./alarms.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;

/** Once `signal` is aborted, it neither sends nor waits. */
export interface Stopping {
  readonly signal: AbortSignal;
  pause(ms: number): Promise<void>;
}

/** Tries until the receiver accepts. Returns `false` if the watch stops first. */
export async function delivered(
  hook: URL,
  id: string,
  body: object,
  alarms: Alarms,
  { signal, pause }: Stopping,
): Promise<boolean> {
  const { host } = hook;
  for (let ms = FIRST_PAUSE_MS; !signal.aborted; ms = Math.min(LONGEST_PAUSE_MS, 2 * ms)) {
    try {
      await post(hook, id, body, signal);
      alarms.watch("webhook", null, `${host} accepts events again`);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const problem =
        `${host} has not accepted an event: ${withoutKeys(oneLine(error))}. ` +
        `The next try is in ${ms / 1000} s, and so on`;
      alarms.watch("webhook", problem, "");
      await pause(ms);
    }
  }
  return false;
}

/** Posts JSON, with the id as `Idempotency-Key`. @throws unless the answer is 2xx within 10 s */
async function post(hook: URL, id: string, body: object, signal: AbortSignal): Promise<void> {
  const response = await sayingSo(`${hook.host} to take ${id}`, () =>
    fetch(hook, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": id },
      body: JSON.stringify(body),
      // `fetch` would follow a redirect without the body.
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), signal]),
    }),
  );
  await response.body?.cancel();
  if (!response.ok) throw new TaskError(`it answers HTTP ${response.status}`);
}
