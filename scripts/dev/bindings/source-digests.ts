import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/** In the folder of the bindings: what the contracts' sources were when the bindings were generated. */
export const DIGESTS_FILE = "sources.json";

/** SHA-256 in hex, by the source's path from the repository's root, with slashes. */
type SourceDigests = Readonly<Record<string, string>>;

/** Of all that bindings are generated from, but for what npm installs, which the lockfile pins. */
export function digestSources(root: string): SourceDigests {
  const sources = globSync("contracts/**/*.sol", { cwd: root })
    .map((source) => source.split(path.sep).join("/"))
    .sort();
  return Object.fromEntries(
    sources.map((source) => [
      source,
      createHash("sha256")
        .update(readFileSync(path.join(root, source)))
        .digest("hex"),
    ]),
  );
}

/**
 * The sources in `contracts/` that are not those of the bindings in `typechain-types/`: edited, new or gone, in the order
 * of their paths. All of them, if the bindings have no digests.
 */
export function changedSources(root: string): string[] {
  const file = path.join(root, "typechain-types", DIGESTS_FILE);
  const before: SourceDigests = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const now = digestSources(root);
  const sources = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...sources].filter((source) => before[source] !== now[source]).sort();
}
