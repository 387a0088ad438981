import { expect, it, vi } from "vitest";
import { deferred } from "../../../test/support/deferred.ts";
import { inOneTab } from "./one-tab.ts";

type Task<Value> = (lock: object | null) => Promise<Value>;

function stubLocks() {
  const held = new Set<string>();
  const request = async (name: string, { ifAvailable }: LockOptions, run: Task<boolean>) => {
    if (held.has(name)) return ifAvailable === true ? run(null) : new Promise(() => {});
    held.add(name);
    return await run({ name }).finally(() => held.delete(name));
  };
  vi.stubGlobal("navigator", { locks: { request } });
}

it("runs a task in one tab at a time, and in the next after it has ended", async () => {
  stubLocks();
  const running = deferred<void>();
  const first = inOneTab("mint", () => running.promise);
  const task = vi.fn(async () => undefined);
  expect(await inOneTab("mint", task)).toBe(false);
  expect(task).not.toHaveBeenCalled();
  expect(await inOneTab("another sale", task)).toBe(true);
  running.resolve();
  expect(await first).toBe(true);
  expect(await inOneTab("mint", task)).toBe(true);
  expect(task).toHaveBeenCalledTimes(2);
});

it("releases the lock if the task fails, and does not run it again", async () => {
  stubLocks();
  const fault = new Error("rejected");
  const task = vi.fn(async () => undefined).mockRejectedValueOnce(fault);
  await expect(inOneTab("mint", task)).rejects.toBe(fault);
  expect(task).toHaveBeenCalledTimes(1);
  expect(await inOneTab("mint", task)).toBe(true);
});

it("runs the task in a browser without locks", async () => {
  vi.stubGlobal("navigator", {});
  const task = vi.fn(async () => undefined);
  expect(await inOneTab("mint", task)).toBe(true);
  expect(task).toHaveBeenCalledOnce();
});

it("runs the task where the browser refuses locks with all storage, and not again if it fails", async () => {
  const request = vi.fn(async () => {
    throw new DOMException("Access to the LockManager is denied", "SecurityError");
  });
  vi.stubGlobal("navigator", { locks: { request } });
  const fault = new Error("rejected");
  const task = vi.fn(async () => undefined).mockRejectedValueOnce(fault);
  await expect(inOneTab("mint", task)).rejects.toBe(fault);
  expect(task).toHaveBeenCalledTimes(1);
  expect(await inOneTab("mint", task)).toBe(true);
  expect(task).toHaveBeenCalledTimes(2);
});
