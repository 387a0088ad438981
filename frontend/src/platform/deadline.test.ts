import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { withDeadline } from "./deadline.ts";

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

describe("withDeadline", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it("gives the task's answer and leaves no timer", async () => {
    await expect(withDeadline(null, 1_000, async () => 7)).resolves.toBe(7);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives the task's failure and leaves no timer", async () => {
    const failing = withDeadline(undefined, 1_000, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("aborts the task at the deadline, not before", async () => {
    let signal: AbortSignal | undefined;
    const late = withDeadline(null, 1_000, (given) => {
      signal = given;
      return untilAborted(given);
    });
    const caught = expect(late).rejects.toMatchObject({
      name: "TimeoutError",
      message: "No answer within 1000 ms",
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signal?.aborted).toBe(true);
    await caught;
  });

  it("passes the parent's abort on, with its reason", async () => {
    const parent = new AbortController();
    const stopped = withDeadline(parent.signal, 1_000, untilAborted);
    const reason = new Error("enough");
    const caught = expect(stopped).rejects.toBe(reason);
    parent.abort(reason);
    await caught;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no listener on a parent that outlives it", async () => {
    const parent = new AbortController();
    await withDeadline(parent.signal, 1_000, async () => {
      expect(getEventListeners(parent.signal, "abort")).toHaveLength(1);
    });
    expect(getEventListeners(parent.signal, "abort")).toEqual([]);
  });

  it("does not start if the parent is already aborted", async () => {
    const task = vi.fn(async () => 7);
    const reason = new Error("enough");
    await expect(withDeadline(AbortSignal.abort(reason), 1_000, task)).rejects.toBe(reason);
    expect(task).not.toHaveBeenCalled();
  });
});
