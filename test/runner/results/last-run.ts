import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TestRun } from "./test-results.ts";

/** In a folder that git ignores and no runner empties. */
const FILE = "cache/test-results.json";

export function saveLastRun(root: string, run: TestRun): void {
  const file = path.join(root, FILE);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(run));
}

/** @returns `null` if no complete `npm test` has run here yet */
export function readLastRun(root: string): TestRun | null {
  try {
    return JSON.parse(readFileSync(path.join(root, FILE), "utf8"));
  } catch {
    return null;
  }
}
