import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as words from "../../../collection.ts";
import { COLLECTION_LIBRARY, generateCollection } from "./generate-collection.ts";
import { writeReadmeBlock } from "./readme-block.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** `npm run collection`. */
export function collection(): void {
  const readme = readFileSync(path.join(ROOT, "README.md"), "utf8");
  const written = {
    [COLLECTION_LIBRARY]: generateCollection(words),
    "README.md": writeReadmeBlock(readme, words),
  };
  for (const [file, text] of Object.entries(written)) {
    writeFileSync(path.join(ROOT, file), text);
    console.log(`${file} is written.`);
  }
}
