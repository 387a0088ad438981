// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { stored } from "./stored.ts";

describe("stored", () => {
  it("gives the value of a key, and null for an unset key", () => {
    localStorage.setItem("a", "1");
    localStorage.setItem("empty", "");
    expect(stored("a")).toBe("1");
    expect(stored("empty")).toBe("");
    expect(stored("b")).toBeNull();
  });

  it("gives null if storage is forbidden", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(stored("a")).toBeNull();
  });
});
