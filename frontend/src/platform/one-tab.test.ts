import { expect, it, vi } from "vitest";
import { inOneTab } from "./one-tab.ts";

/** One lock for all tabs, as in a browser. */
function stubLocks() {
  const held = new Set<string>();
  vi.stubGlobal("navigator", {
    locks: {
      request: async (
        name: string,
        { ifAvailable }: LockOptions,
        callback: (lock: object | null) => Promise<boolean>,
      ) => {
        if (held.has(name)) return ifAvailable === true ? callback(null) : new Promise(() => {});
        held.add(name);
        try {
          return await callback({ name });
        } finally {
          held.delete(name);
        }
      },
    },
  });
}

it("runs a task in one tab at a time, and in the next after it has ended", async () => {
  stubLocks();
  let end = () => {};
  const first = inOneTab(
    "mint",
    () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  );
  const task = vi.fn(async () => undefined);
  expect(await inOneTab("mint", task)).toBe(false);
  expect(task).not.toHaveBeenCalled();
  expect(await inOneTab("another sale", task)).toBe(true);
  end();
  expect(await first).toBe(true);
  expect(await inOneTab("mint", task)).toBe(true);
  expect(task).toHaveBeenCalledTimes(2);
});

it("releases the lock if the task fails", async () => {
  stubLocks();
  const fault = new Error("rejected");
  await expect(inOneTab("mint", () => Promise.reject(fault))).rejects.toBe(fault);
  expect(await inOneTab("mint", async () => undefined)).toBe(true);
});

it("runs the task in a browser without locks", async () => {
  vi.stubGlobal("navigator", {});
  const task = vi.fn(async () => undefined);
  expect(await inOneTab("mint", task)).toBe(true);
  expect(task).toHaveBeenCalledOnce();
});

it("runs the task once where locks are denied with all storage", async () => {
  const denied = new DOMException("The operation is insecure.", "SecurityError");
  vi.stubGlobal("navigator", { locks: { request: () => Promise.reject(denied) } });
  const task = vi.fn(async () => undefined);
  expect(await inOneTab("mint", task)).toBe(true);
  expect(task).toHaveBeenCalledOnce();
});
