// @vitest-environment jsdom

import { expect, it, vi } from "vitest";
import { networks } from "../../../networks.ts";
import { createKit } from "./kit.ts";

vi.mock("./kit-imports.ts", () => ({}));
vi.mock("../../kit/open-app-kit.ts", () => ({
  OpenAppKit: class {
    constructor() {
      throw new Error("no storage");
    }
  },
}));

it("installs its guards once, also if the page has to create AppKit again", () => {
  const settings = {
    network: networks.sepolia,
    rpcUrls: [],
    projectId: null,
    name: "",
    description: "",
  };
  const listened = vi.spyOn(window, "addEventListener");
  const unguarded = globalThis.fetch;
  expect(() => createKit(settings, vi.fn())).toThrow("no storage");
  const guarded = globalThis.fetch;
  expect(guarded).not.toBe(unguarded);
  listened.mockClear();
  expect(() => createKit(settings, vi.fn())).toThrow("no storage");
  expect(globalThis.fetch).toBe(guarded);
  expect(listened).not.toHaveBeenCalled();
});
