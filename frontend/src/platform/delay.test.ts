import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { delay } from "./delay.ts";

describe("delay", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it("ends after the time given", async () => {
    const ended = vi.fn();
    const waiting = delay(500, new AbortController().signal).then(ended);
    await vi.advanceTimersByTimeAsync(499);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(ended).toHaveBeenCalled();
  });

  it("rejects with the reason of an abort, and leaves no timer", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const caught = expect(delay(500, controller.signal)).rejects.toBe(reason);
    controller.abort(reason);
    await caught;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no listener on its signal, aborted or not", async () => {
    const controller = new AbortController();
    const listeners = () => getEventListeners(controller.signal, "abort");
    const waiting = delay(500, controller.signal);
    expect(listeners()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(500);
    await waiting;
    expect(listeners()).toEqual([]);

    const caught = expect(delay(500, controller.signal)).rejects.toThrow("enough");
    controller.abort(new Error("enough"));
    await caught;
    expect(listeners()).toEqual([]);
  });

  it("doesn't start if it is already aborted", async () => {
    const reason = new Error("enough");
    await expect(delay(500, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});
