import { checkAborted } from "./check-aborted.ts";

/** Replaces `AbortSignal.any`, which wallets' browsers may lack. */
export async function withLinkedController<Value>(
  parent: AbortSignal | null | undefined,
  task: (controller: AbortController) => Promise<Value>,
): Promise<Value> {
  checkAborted(parent);
  const controller = new AbortController();
  const forward = () => controller.abort(parent?.reason);
  parent?.addEventListener("abort", forward);
  try {
    return await task(controller);
  } finally {
    parent?.removeEventListener("abort", forward);
  }
}
