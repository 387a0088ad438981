import { commandsReference } from "./commands.ts";
import { contractsReference } from "./contracts.ts";
import { envExample, settingsReference } from "./settings.ts";

const from = (source: string) => `<!-- Written by \`npm run docs\` from ${source}. Don't edit. -->`;

export function generatedDocuments(root: string): Readonly<Record<string, string>> {
  return {
    ".env.example": envExample(),
    "docs/reference/commands.md": commandsReference(
      root,
      from("scripts/tasks/tasks.ts and package.json"),
    ),
    "docs/reference/settings.md": settingsReference(from("scripts/dev/docs/settings.ts")),
    "docs/reference/contracts.md": contractsReference(root, from("the contracts' NatSpec")),
  };
}
