import { hash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

export const DIGESTS_FILE = "sources.json";

/** SHA-256 in hex, keyed by path from the root. */
type SourceDigests = Readonly<Record<string, string>>;

/** Skips installed packages, because the lockfile pins them. */
export function digestSources(root: string): SourceDigests {
  const sources = globSync("contracts/**/*.sol", { cwd: root })
    .map((source) => source.split(path.sep).join("/"))
    .sort();
  return Object.fromEntries(
    sources.map((source) => [source, hash("sha256", readFileSync(path.join(root, source)))]),
  );
}

export function changedSources(root: string): string[] {
  const file = path.join(root, "typechain-types", DIGESTS_FILE);
  const before: SourceDigests = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const now = digestSources(root);
  const sources = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...sources].filter((source) => before[source] !== now[source]).sort();
}
