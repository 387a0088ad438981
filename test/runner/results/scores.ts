import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const DOCUMENT = path.join(ROOT, "docs/quality.md");
export const TABLE = "| command | noticed | date | commit |\n|---|---|---|---|\n";

export function recordScore(command: string, noticed: number, made: number): void {
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim();
  const edited = git("status", "--porcelain", "--", "contracts", "frontend", "scripts", "test");
  const commit = `${git("rev-parse", "--short", "HEAD")}${edited === "" ? "" : ", edited"}`;
  const date = new Date().toISOString().slice(0, 10);
  const cells = `${noticed} of ${made} | ${date} | ${commit}`;
  writeFileSync(DOCUMENT, withScore(readFileSync(DOCUMENT, "utf8"), command, cells));
}

export function withScore(document: string, command: string, cells: string): string {
  const start = document.indexOf(TABLE) + TABLE.length;
  if (start < TABLE.length) throw new Error("docs/quality.md has no table of scores");
  const [table = ""] = /^(?:\|.*\n)*/.exec(document.slice(start)) ?? [];
  const name = `| ${command} |`;
  const others = table.split("\n").filter((row) => row !== "" && !row.startsWith(name));
  const rows = [...others, `${name} ${cells} |`].sort();
  return `${document.slice(0, start)}${rows.join("\n")}\n${document.slice(start + table.length)}`;
}
