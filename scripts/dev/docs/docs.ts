import { writeFileSync } from "node:fs";
import path from "node:path";
import { generatedDocuments } from "./generated-documents.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** `npm run docs`. Run it after a change to a task, a setting, a script or NatSpec. */
export function docs(): void {
  for (const [file, text] of Object.entries(generatedDocuments(ROOT))) {
    writeFileSync(path.join(ROOT, file), text);
    console.log(`${file} is written.`);
  }
}
