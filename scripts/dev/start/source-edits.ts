import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyCollection } from "../collection/check-collection.ts";
import { COLLECTION_LIBRARY, generateCollection } from "../collection/generate-collection.ts";

const COLLECTION = "collection.ts";
/** Milliseconds. Editors save in several steps, and one save may touch many files. */
const SETTLED_AFTER_MS = 150;

/**
 * Calls back once for each burst of edits. Doesn't use Vite's watcher, because that ends when
 * `collection.ts` restarts Vite.
 */
export function onSourceEdits(
  root: string,
  edited: { readonly contracts: () => void; readonly collection: () => void },
): void {
  const contracts = settled(edited.contracts);
  const collection = settled(edited.collection);
  watch(path.join(root, "contracts"), { recursive: true }, (_, file) => {
    if (file?.endsWith(".sol")) contracts();
  });
  // Watches the folder, because many editors replace the file.
  watch(root, (_, file) => {
    if (file === COLLECTION) collection();
  });
}

/** Returns the command to run if the contracts come from another `collection.ts`, or `null`. */
export async function staleCollection(root: string): Promise<string | null> {
  const file = pathToFileURL(path.join(root, COLLECTION));
  file.search = String(process.hrtime.bigint());
  const collection: AnyCollection = await import(file.href);
  const generated = generateCollection(collection);
  if (generated === (await readFile(path.join(root, COLLECTION_LIBRARY), "utf8"))) return null;
  return `${COLLECTION} and ${COLLECTION_LIBRARY} differ, so page and contract do. Run: npm run collection`;
}

function settled(call: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, SETTLED_AFTER_MS);
  };
}
