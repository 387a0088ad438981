import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const SHEET = "styles.css";
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .sort();
const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), "utf8");

it("imports the styles of every part, each once", () => {
  const imported = Array.from(read(SHEET).matchAll(/@import "\.\/([^"]+)";/g), ([, file]) => file);
  const parts = files.filter((file) => file.endsWith(".css") && file !== SHEET);
  expect(parts.length).toBeGreaterThan(10);
  expect(imported.toSorted()).toEqual(parts);
});

it("is the only style sheet that a module imports", () => {
  const importing = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) =>
      Array.from(read(file).matchAll(/"([^"]+\.css)"/g), ([, url]) => [file, url]),
    );
  expect(importing).toEqual([["main.tsx", `./${SHEET}`]]);
});
