// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const real = Object.getOwnPropertyDescriptor(window, "localStorage");

beforeEach(() => vi.resetModules());

afterEach(() => {
  if (real !== undefined) Object.defineProperty(window, "localStorage", real);
});

it("leaves a browser's storage alone, and the client its own", async () => {
  const { storageOptions } = await import("./refused-storage.ts");
  expect(storageOptions()).toEqual({});
  expect(window.localStorage).toBeDefined();
});

it("takes away storage that throws, and gives the client one that keeps what it is given", async () => {
  Object.defineProperty(window, "localStorage", {
    configurable: true,
    get() {
      throw new DOMException("Access is denied for this document", "SecurityError");
    },
  });
  const { storageOptions } = await import("./refused-storage.ts");
  expect(window.localStorage).toBeUndefined();

  const { storage } = storageOptions();
  await storage?.setItem("one", { a: 1 });
  await storage?.setItem("other", "text");
  await storage?.removeItem("other");
  expect(await storage?.getItem("one")).toEqual({ a: 1 });
  expect(await storage?.getItem("other")).toBeUndefined();
  expect(await storage?.getKeys()).toEqual(["one"]);
  expect(await storage?.getEntries()).toEqual([["one", { a: 1 }]]);
  expect(await storageOptions().storage?.getKeys()).toEqual([]);
});
