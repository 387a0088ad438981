import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as collection from "../../../collection.ts";
import { COLLECTION_LIBRARY, generateCollection } from "./generate-collection.ts";
import { writeReadmeBlock } from "./readme-block.ts";

const root = path.resolve(import.meta.dirname, "../../..");
try {
  const readme = path.join(root, "README.md");
  const written = new Map([
    [path.join(root, COLLECTION_LIBRARY), generateCollection(collection)],
    [readme, writeReadmeBlock(readFileSync(readme, "utf8"), collection)],
  ]);
  for (const [file, text] of written) {
    writeFileSync(file, text);
    console.log(`${path.relative(root, file)} is written.`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
