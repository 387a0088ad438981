import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TestRun } from "./test-results.ts";

/** `npm test` runs the product's tests; `npm run test:kit` runs AppKit's. */
export const PARTS = ["product", "kit"] as const;
export type Part = (typeof PARTS)[number];

export function partOfFile(file: string): Part {
  return file.startsWith("frontend/kit/") ? "kit" : "product";
}

/** Paths in a folder that git ignores and no test runner empties. */
const FILES: Readonly<Record<Part, string>> = {
  product: "cache/test-results.json",
  kit: "cache/kit-test-results.json",
};

export function saveLastRun(root: string, part: Part, run: TestRun): void {
  const file = path.join(root, FILES[part]);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(run));
}

export function readLastRun(root: string, part: Part): TestRun | null {
  try {
    return JSON.parse(readFileSync(path.join(root, FILES[part]), "utf8"));
  } catch {
    return null;
  }
}
