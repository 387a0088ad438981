import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);

function rowsUnder(heading: string): string[][] {
  const chapter = read("CONTRIBUTING.md").split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const lines = chapter.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) => line.split("|").map((cell) => cell.trim()));
}

describe('CONTRIBUTING.md, "To change X, open Y"', () => {
  const rows = rowsUnder("To change X, open Y");

  it("has rows", () => {
    expect(rows.length).to.be.greaterThan(10);
  });

  for (const [, what = "", open = "", look = ""] of rows) {
    it(`leads to ${what}`, () => {
      const files = quoted(open);
      const texts = files.map(read);
      const names = quoted(look);
      expect(files, "files").not.to.deep.equal([]);
      expect(names, "names").not.to.deep.equal([]);
      for (const [i, text] of texts.entries()) {
        expect(
          names.some((name) => text.includes(name)),
          `${files[i]} has none of ${names.join(", ")}`,
        ).to.equal(true);
      }
      for (const name of names) {
        expect(
          texts.some((text) => text.includes(name)),
          `${name} is in none of ${files.join(", ")}`,
        ).to.equal(true);
      }
    });
  }
});
