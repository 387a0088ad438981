import { getEventListeners } from "node:events";
import { beforeEach, expect, it, vi } from "vitest";
import { delay } from "./delay.ts";

const controller = new AbortController();
const listeners = () => getEventListeners(controller.signal, "abort");

beforeEach(() => {
  vi.useFakeTimers();
});

it("ends after the time given, or with the reason of an abort, and leaves nothing behind", async () => {
  const ended = vi.fn();
  const waiting = delay(500, controller.signal).then(ended);
  await vi.advanceTimersByTimeAsync(499);
  expect(ended).not.toHaveBeenCalled();
  expect(listeners()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(ended).toHaveBeenCalled();
  expect(listeners()).toEqual([]);

  const reason = new Error("enough");
  const caught = expect(delay(500, controller.signal)).rejects.toBe(reason);
  controller.abort(reason);
  await caught;
  expect(listeners()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it("doesn't start if it is already aborted", async () => {
  const reason = new Error("enough");
  await expect(delay(500, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});
