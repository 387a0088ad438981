import { withLinkedController } from "./linked-controller.ts";

export function withDeadline<Value>(
  parent: AbortSignal | null | undefined,
  ms: number,
  task: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return withLinkedController(parent, async (controller) => {
    const timer = setTimeout(() => {
      controller.abort(new DOMException(`No answer within ${ms} ms`, "TimeoutError"));
    }, ms);
    try {
      return await task(controller.signal);
    } finally {
      clearTimeout(timer);
    }
  });
}
