import { expect, it, vi } from "vitest";
import { inOneTab } from "./one-tab.ts";

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
