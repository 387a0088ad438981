import { describe, expect, it, vi } from "vitest";
import { type Deferred, deferred } from "../../../test/support/deferred.ts";
import { startReading } from "./start-reading.ts";

describe("startReading", () => {
  it("tells what was read", async () => {
    const onRead = vi.fn();
    startReading(async () => 7, onRead);
    await vi.waitFor(() => expect(onRead).toHaveBeenCalledExactlyOnceWith(7));
  });

  it("tells of a failure, and of nothing if nobody listens to it", async () => {
    const onFailure = vi.fn();
    const error = new TypeError("Failed to fetch");
    startReading(() => Promise.reject(error), vi.fn(), onFailure);
    startReading(() => Promise.reject(error), vi.fn());
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith(error));
  });

  it.each([
    ["an answer", (tell: Deferred<number>) => tell.resolve(7)],
    ["a failure", (tell: Deferred<number>) => tell.reject(new Error("late"))],
  ])("aborts the read at its end, and drops %s that comes later", async (_, settle) => {
    const answer = deferred<number>();
    const [onRead, onFailure] = [vi.fn(), vi.fn()];
    let given: AbortSignal | undefined;
    const end = startReading(
      (signal) => {
        given = signal;
        return answer.promise;
      },
      onRead,
      onFailure,
    );
    end();
    settle(answer);
    await answer.promise.catch(() => undefined);
    await Promise.resolve();
    expect(given?.aborted).toBe(true);
    expect(onRead).not.toHaveBeenCalled();
    expect(onFailure).not.toHaveBeenCalled();
  });
});
