import { checkAborted } from "./check-aborted.ts";

/**
 * Runs `task` with a signal that is aborted with `parent`, or after `ms`. Replaces `AbortSignal.any` and
 * `AbortSignal.timeout`, which in-app browsers of wallets may lack.
 */
export async function withDeadline<Value>(
  parent: AbortSignal | null | undefined,
  ms: number,
  task: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  checkAborted(parent);
  const controller = new AbortController();
  const forward = () => controller.abort(parent?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`No answer within ${ms} ms`, "TimeoutError"));
  }, ms);
  parent?.addEventListener("abort", forward);
  try {
    return await task(controller.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener("abort", forward);
  }
}
