import { readFileSync } from "node:fs";
import path from "node:path";
import { table } from "./markdown.ts";

const unwrapped = (comment: string) =>
  comment.replaceAll(/^# ?/gm, "").replaceAll("\n", " ").trim();

/** A paragraph of `.env.example`: a comment, and the names that it describes. */
function rowOf(paragraph: string): readonly [names: string, text: string] {
  const lines = paragraph.trim().split("\n");
  const names = lines.flatMap((line) => /^#(\w+)=$/.exec(line)?.[1] ?? []);
  const text = lines.slice(0, lines.length - names.length).join("\n");
  return [names.map((name) => `\`${name}\``).join(", "), unwrapped(text)];
}

/** Formats `.env.example`, where people read and edit the settings. */
export function settingsReference(root: string, generated: string): string {
  const example = readFileSync(path.join(root, ".env.example"), "utf8");
  const groups = example.split(/^# --- \d+\. /m).slice(1);
  const chapters = groups.map((group) => {
    const [, title, rest = ""] = /^(.+) ---\n(.*)$/s.exec(group) ?? [];
    const [intro = "", ...paragraphs] = rest.trim().split("\n\n");
    const settings = table(["setting", "what it does"], paragraphs.map(rowOf));
    return `## ${title}\n\n${unwrapped(intro)}\n\n${settings}\n`;
  });
  return `# Settings\n\n${generated}\n\n\`npm start\` and \`npm test\` need none of these. [.env.example](../../.env.example) has the same list to copy from.\n\n${chapters.join("\n")}`;
}
