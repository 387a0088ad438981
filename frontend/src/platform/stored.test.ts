import { describe, expect, it, vi } from "vitest";
import { stored } from "./stored.ts";

describe("stored", () => {
  it("gives what is kept under the key, and null for a key that keeps nothing", () => {
    localStorage.setItem("a", "1");
    localStorage.setItem("empty", "");
    expect(stored("a")).toBe("1");
    expect(stored("empty")).toBe("");
    expect(stored("b")).toBeNull();
  });

  it("gives null where storage is forbidden", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(stored("a")).toBeNull();
  });
});
