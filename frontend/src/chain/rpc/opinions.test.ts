import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { opinions, two } from "./opinions.ts";

const none = transportOf(() => Promise.reject(new Error("Not asked")));

/** Endpoints that answer when the test says so. */
function asked(count: number, enough: (answers: readonly string[]) => boolean = two) {
  const endpoints = Array.from({ length: count }, () => ({ ...none }));
  const answers = endpoints.map(() => deferred<string>());
  const signals: AbortSignal[] = [];
  const controller = new AbortController();
  const outcome = opinions(
    { each: () => endpoints },
    (endpoint, signal) => {
      signals.push(signal);
      return answers[endpoints.indexOf(endpoint)]?.promise ?? Promise.reject(new Error("Unknown"));
    },
    enough,
    controller.signal,
  );
  const settled = vi.fn();
  outcome.then(settled, settled);
  return { answers, signals, controller, outcome, settled };
}

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});

describe("the opinions of several endpoints", () => {
  it("are asked for at once, and are in the order in which they come", async () => {
    const { answers, signals, outcome } = asked(3);
    expect(signals).toHaveLength(3);
    answers[2]?.resolve("third");
    answers[0]?.resolve("first");
    expect(await outcome).toEqual(["third", "first"]);
  });

  it("are not waited for once they are enough, and no more are asked", async () => {
    const { answers, signals, outcome } = asked(3, (given) => given.includes("enough"));
    answers[1]?.resolve("enough");
    expect(await outcome).toEqual(["enough"]);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are waited for until the last one has failed", async () => {
    const { answers, outcome, settled } = asked(2);
    answers[0]?.resolve("first");
    await pass();
    expect(settled).not.toHaveBeenCalled();
    answers[1]?.reject(new Error("down"));
    expect(await outcome).toEqual(["first"]);
  });

  it("are waited for 3 s after the first one, however long that took", async () => {
    const { answers, outcome, settled } = asked(2);
    await pass(20_000);
    answers[0]?.resolve("first");
    await pass(2_999);
    expect(settled).not.toHaveBeenCalled();
    await pass(1);
    expect(await outcome).toEqual(["first"]);
  });

  it("are none when all fail", async () => {
    const { answers, outcome } = asked(2);
    for (const answer of answers) answer.reject(new Error("down"));
    expect(await outcome).toEqual([]);
  });

  it("end with an abort, before and while they are asked for", async () => {
    const { controller, signals, outcome } = asked(2);
    const reason = new Error("gone");
    controller.abort(reason);
    await expect(outcome).rejects.toBe(reason);
    expect(signals.map((signal) => signal.reason)).toEqual([reason, reason]);
    await expect(
      opinions({ each: () => [none] }, async () => "", two, AbortSignal.abort(reason)),
    ).rejects.toBe(reason);
  });

  it("leave nothing behind on a signal that outlives them", async () => {
    const { answers, controller, outcome } = asked(2);
    for (const answer of answers) answer.resolve("told");
    await outcome;
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
});
