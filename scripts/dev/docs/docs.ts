import { writeFileSync } from "node:fs";
import path from "node:path";
import { commandsReference } from "./commands.ts";
import { contractsReference } from "./contracts.ts";
import { settingsReference } from "./settings.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

const from = (source: string) => `<!-- Written by \`npm run docs\` from ${source}. Don't edit. -->`;

export function generatedDocuments(root: string): Readonly<Record<string, string>> {
  return {
    "docs/reference/commands.md": commandsReference(from("scripts/tasks/tasks.ts")),
    "docs/reference/settings.md": settingsReference(root, from(".env.example")),
    "docs/reference/contracts.md": contractsReference(root, from("the contracts' NatSpec")),
  };
}

/** `npm run docs`. Run it after a change to a task, a setting, a script or NatSpec. */
export function docs(): void {
  for (const [file, text] of Object.entries(generatedDocuments(ROOT))) {
    writeFileSync(path.join(ROOT, file), text);
    console.log(`${file} is written.`);
  }
}
