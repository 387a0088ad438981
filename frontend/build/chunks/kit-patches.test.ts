import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { kitPatches, patchedFiles, readPatches } from "./kit-patches.ts";

const patches = readPatches();
const [swap = "", text = ""] =
  Object.entries(patches).find(([name]) => name.includes("swap-amounts")) ?? [];

it("applies every patch, each to the text that stands in AppKit", () => {
  const files = patchedFiles(patches);
  expect(files.size).toBeGreaterThan(5);
  for (const [file, code] of files) expect(code).not.toBe(readFileSync(file, "utf8"));
});

it("stops at a hunk that does not apply, and names it", () => {
  const other = text.replace("-            ? NumberUtil", "-            ? OtherUtil");
  expect(other).not.toBe(text);
  expect(() => patchedFiles({ [swap]: other })).toThrow(
    /^features\/transfers\/swap-amounts\.patch: the hunk at line \d+ does not apply to .*SwapController\.js$/,
  );
});

it("stops at a second copy of a patch, whose text is there already", () => {
  expect(() => patchedFiles({ first: text, second: text })).toThrow(/^second: the hunk at line/);
});

it("each patch says at its head what it mends and which test fails without it", () => {
  for (const head of Object.values(patches).map((patch) => patch.split("\n---")[0] ?? "")) {
    expect(head).toMatch(/^[^\n]+ Without it, [\w./, -]+\.(spec|test)\.ts fails\.$/);
  }
});

it.each([
  { features: "", patched: false },
  { features: "swaps", patched: true },
])("patches the features of a build if one is on: '$features'", ({ features, patched }) => {
  vi.stubEnv("VITE_REOWN_PROJECT_ID", "0".repeat(32));
  vi.stubEnv("VITE_WALLET_FEATURES", features);
  const { configResolved, load } = kitPatches() as unknown as {
    configResolved(config: object): void;
    load(id: string): string | null;
  };
  configResolved({ mode: "sepolia", command: "build" });
  const [file = ""] = patchedFiles({ [swap]: text }).keys();
  expect(load(file) !== null).toBe(patched);
  const [always = ""] = patchedFiles(readPatches(["patches"])).keys();
  expect(load(always)).not.toBeNull();
});
