import { getEventListeners } from "node:events";
import { beforeEach, expect, it, vi } from "vitest";
import { withDeadline } from "./deadline.ts";

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

beforeEach(() => {
  vi.useFakeTimers();
});

it("gives the task's answer or failure, and leaves no timer", async () => {
  await expect(withDeadline(null, 1_000, async () => 7)).resolves.toBe(7);
  const failing = withDeadline(undefined, 1_000, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});

it("aborts the task at the deadline, not before", async () => {
  const late = withDeadline(null, 1_000, untilAborted);
  const settled = vi.fn();
  late.catch(settled);
  await vi.advanceTimersByTimeAsync(999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  const name = "TimeoutError";
  await expect(late).rejects.toMatchObject({ name, message: "No answer within 1000 ms" });
});

it("passes the parent's abort on with its reason, and leaves no listener on it", async () => {
  const parent = new AbortController();
  const stopped = withDeadline(parent.signal, 1_000, untilAborted);
  expect(getEventListeners(parent.signal, "abort")).toHaveLength(1);
  const reason = new Error("enough");
  const caught = expect(stopped).rejects.toBe(reason);
  parent.abort(reason);
  await caught;
  expect(getEventListeners(parent.signal, "abort")).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it("does not start if the parent is already aborted", async () => {
  const task = vi.fn(async () => 7);
  const reason = new Error("enough");
  await expect(withDeadline(AbortSignal.abort(reason), 1_000, task)).rejects.toBe(reason);
  // Old browsers know no reasons.
  const reasonless = { aborted: true } as AbortSignal;
  const abortError = expect.objectContaining({ name: "AbortError" });
  await expect(withDeadline(reasonless, 1_000, task)).rejects.toEqual(abortError);
  expect(task).not.toHaveBeenCalled();
});
