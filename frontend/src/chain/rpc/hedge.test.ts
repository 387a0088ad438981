import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Deferred, deferred } from "../../../../test/support/deferred.ts";
import { hedge } from "./hedge.ts";

let answers: Map<string, Deferred<string>>;
let troubles: Map<string, () => void>;
let told: Map<string, string>;
let late: string[];
let signals: Map<string, AbortSignal>;

beforeEach(() => {
  vi.useFakeTimers();
  answers = new Map();
  troubles = new Map();
  signals = new Map();
  told = new Map();
  late = [];
});

afterEach(() => {
  vi.useRealTimers();
});

function start(sources: readonly string[], signal?: AbortSignal) {
  return hedge<string, string>(
    {
      sources,
      lateAfterMs: 2_000,
      graceMs: 5_000,
      ask: (source, asking, onTrouble) => {
        answers.set(source, deferred<string>());
        troubles.set(source, onTrouble);
        signals.set(source, asking);
        return answers.get(source)?.promise ?? Promise.reject();
      },
      isFinal: (source) => /^[A-Z]+$/.test(told.get(source) ?? ""),
      onLate: (source) => late.push(source),
    },
    signal,
  );
}

const asked = () => [...answers.keys()];
const answer = (source: string, text: string) => {
  told.set(source, text);
  answers.get(source)?.resolve(text);
};
const fail = (source: string, reason: string) => answers.get(source)?.reject(reason);

it("asks one source, and ends with its final answer", async () => {
  const ended = start(["a", "b"]);
  answer("a", "YES");
  expect(await ended).toEqual({ answers: new Map([["a", "YES"]]), error: undefined });
  expect(asked()).toEqual(["a"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("asks the next one when the one before is late, and says which was", async () => {
  const ended = start(["a", "b", "c"]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked()).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toEqual(["a", "b"]);
  expect(late).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked()).toEqual(["a", "b", "c"]);
  answer("b", "YES");
  expect((await ended).answers).toEqual(new Map([["b", "YES"]]));
});

it("asks one other source for one source's trouble, lateness and failure together", async () => {
  const ended = start(["a", "b", "c"]);
  troubles.get("a")?.();
  troubles.get("a")?.();
  expect(asked()).toEqual(["a", "b"]);
  fail("a", "down");
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked()).toEqual(["a", "b"]);
  answer("b", "YES");
  expect(await ended).toEqual({ answers: new Map([["b", "YES"]]), error: "down" });
});

it("gives an answer that is not final the grace, and the next source meanwhile", async () => {
  const ended = start(["a", "b"]);
  answer("a", "old");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toEqual(["a", "b"]);
  const settled = vi.fn();
  void ended.then(settled);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await ended).answers).toEqual(new Map([["a", "old"]]));
});

it("ends within the grace if a final answer comes, and has both", async () => {
  const ended = start(["a", "b"]);
  answer("a", "old");
  await vi.advanceTimersByTimeAsync(0);
  answer("b", "NEW");
  expect((await ended).answers).toEqual(
    new Map([
      ["a", "old"],
      ["b", "NEW"],
    ]),
  );
});

it("ends without the grace once every source has ended", async () => {
  const ended = start(["a", "b"]);
  fail("a", "down");
  await vi.advanceTimersByTimeAsync(0);
  answer("b", "old");
  expect(await ended).toEqual({ answers: new Map([["b", "old"]]), error: "down" });
});

it("has no answer, and the last error, if all fail", async () => {
  const ended = start(["a", "b"]);
  fail("a", "down");
  await vi.advanceTimersByTimeAsync(0);
  fail("b", "refused");
  expect(await ended).toEqual({ answers: new Map(), error: "refused" });
});

it("aborts what is under way when it ends", async () => {
  const ended = start(["a", "b"]);
  troubles.get("a")?.();
  answer("b", "YES");
  await ended;
  expect(signals.get("a")?.aborted).toBe(true);
});

it("ends with the reason when it is aborted, and asks no more", async () => {
  const controller = new AbortController();
  const ended = start(["a", "b"], controller.signal);
  controller.abort("left");
  await expect(ended).rejects.toBe("left");
  expect(signals.get("a")?.reason).toBe("left");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toEqual(["a"]);
});

it("asks nothing when it is aborted already", async () => {
  await expect(start(["a"], AbortSignal.abort("left"))).rejects.toBe("left");
  expect(asked()).toEqual([]);
});
