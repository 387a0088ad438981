import { writeFileSync } from "node:fs";
import path from "node:path";
import * as collection from "../../../collection.ts";
import { COLLECTION_LIBRARY, generateCollection } from "./generate-collection.ts";

/** `npm run collection`: writes what is generated from `collection.ts`; docs/make-it-yours.md says when. */
const root = path.resolve(import.meta.dirname, "../../..");
try {
  writeFileSync(path.join(root, COLLECTION_LIBRARY), generateCollection(collection));
  console.log(`${COLLECTION_LIBRARY} is written.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
