import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { networks } from "../../networks.ts";
import { everyFailure } from "../../test/doubles/page/every-failure.ts";
import { failureMessage } from "./domain/words/failure-words.ts";
import { miningMessages, progress } from "./domain/words/outcome-words.ts";

const help = readFileSync(path.join(import.meta.dirname, "../../docs/visitors.md"), "utf8");

function quotedIn(chapter: string): readonly string[] {
  const text = help.split(`\n## ${chapter}\n`)[1]?.split("\n## ")[0] ?? "";
  const cells = Array.from(text.matchAll(/^\| (.+?) \|/gm), ([, cell = ""]) => cell);
  const quotes = cells.flatMap((cell) =>
    Array.from(cell.matchAll(/"([^"]+)"/g), ([, said = ""]) => said),
  );
  return quotes.flatMap((said) => said.split("…").map((part) => part.trim()));
}

const { switching: _, openWallet: __, locked: ___, ...waiting } = progress;

describe.each([
  ["While you wait", [...Object.values(waiting), ...Object.values(miningMessages)]],
  [
    "When it did not work",
    everyFailure.map((failure) => failureMessage(failure, networks.mainnet)),
  ],
])("help: %s", (chapter, sentences) => {
  const quoted = quotedIn(chapter);

  it.each(sentences)("explains: %s", (sentence) => {
    expect(quoted.some((words) => words.length > 3 && sentence.includes(words))).toBe(true);
  });

  it.each(quoted)("quotes the page: %s", (words) => {
    expect(sentences.some((sentence) => sentence.includes(words))).toBe(true);
  });
});
