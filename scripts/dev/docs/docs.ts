import { writeFileSync } from "node:fs";
import path from "node:path";
import { generatedDocuments } from "./generated-documents.ts";

/** `npm run docs`. Run it after a change to a task, a setting, a script or NatSpec. */
const ROOT = path.resolve(import.meta.dirname, "../../..");
for (const [file, text] of Object.entries(generatedDocuments(ROOT))) {
  writeFileSync(path.join(ROOT, file), text);
  console.log(`${file} is written.`);
}
