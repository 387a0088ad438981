import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { agreed, opinions } from "./opinions.ts";
import type { SoleEndpoint, Standing } from "./transport.ts";

const none = transportOf(() => Promise.reject(new Error("Not asked")));

function asked(count: number, enough: (answers: readonly string[]) => boolean = both) {
  const standings = Array.from({ length: count }, (): Standing => "sound");
  const endpoints: readonly SoleEndpoint[] = standings.map((_, index) => ({
    ...none,
    standing: () => standings[index] ?? "sound",
  }));
  const answers = endpoints.map(() => deferred<string>());
  const signals: AbortSignal[] = [];
  const controller = new AbortController();
  const outcome = opinions(
    { each: () => endpoints },
    (endpoint, signal) => {
      signals.push(signal);
      const index = endpoints.indexOf(endpoint as SoleEndpoint);
      return answers[index]?.promise ?? Promise.reject(new Error("Unknown"));
    },
    enough,
    controller.signal,
  );
  const settled = vi.fn();
  outcome.then(settled, settled);
  return { answers, standings, signals, controller, outcome, settled };
}

const both = (answers: readonly string[]) => answers.length >= 2;

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
    const { answers, signals, controller, outcome } = asked(3, (given) => given.includes("enough"));
    answers[1]?.resolve("enough");
    expect(await outcome).toEqual(["enough"]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
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

  it("are not enough while an endpoint may have stopped, and then those of the sound ones count", async () => {
    const { answers, standings, outcome, settled } = asked(3);
    standings.fill("unsure");
    answers[0]?.resolve("hour-old");
    answers[1]?.resolve("hour-old");
    await pass(2_999);
    expect(settled).not.toHaveBeenCalled();
    standings.splice(0, 3, "stopped", "stopped", "sound");
    answers[2]?.resolve("now");
    expect(await outcome).toEqual(["now"]);
  });

  it("are those of endpoints that may have stopped, if no other has told more in 3 s", async () => {
    const { answers, standings, outcome } = asked(3);
    standings.fill("unsure");
    answers[1]?.resolve("second");
    answers[0]?.resolve("first");
    await pass(3_000);
    expect(await outcome).toEqual(["second", "first"]);
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
      opinions({ each: () => [] }, async () => "", both, AbortSignal.abort(reason)),
    ).rejects.toBe(reason);
  });
});

describe("what endpoints agree on", () => {
  const sound = { ...none, standing: (): Standing => "sound" };
  const told = (words: readonly (string | null)[], size = words.length) => {
    const endpoints = words.map(() => ({ ...sound }));
    const ask = async (endpoint: object) => words[endpoints.indexOf(endpoint as SoleEndpoint)];
    return agreed({ each: () => endpoints, size }, ask);
  };

  it.each<[readonly (string | null)[], string | null | undefined, number?]>([
    [["a"], "a"],
    [["a"], undefined, 2],
    [[], undefined, 1],
    [["a", "a"], "a"],
    [[null, null], null],
    [["a", "b"], undefined],
    [["a", null], undefined],
    [["b", "a", "a"], "a"],
    [["a", "b", "a"], "a"],
    [["a", "b", "c"], undefined],
  ])("of %o is %o", async (words, word, size) => {
    expect(await told(words, size)).toBe(word);
  });
});
