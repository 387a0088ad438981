import { commandsReference } from "./commands.ts";
import { contractsReference } from "./contracts.ts";
import { settingsReference } from "./settings.ts";

const from = (source: string) => `<!-- Written by \`npm run docs\` from ${source}. Don't edit. -->`;

export function generatedDocuments(root: string): Readonly<Record<string, string>> {
  return {
    "docs/reference/commands.md": commandsReference(from("scripts/tasks/tasks.ts")),
    "docs/reference/settings.md": settingsReference(root, from(".env.example")),
    "docs/reference/contracts.md": contractsReference(root, from("the contracts' NatSpec")),
  };
}
