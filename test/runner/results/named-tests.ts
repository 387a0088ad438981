import { globSync, readFileSync } from "node:fs";
import path from "node:path";

export interface NamedTest {
  readonly file: string;
  readonly title: string;
  readonly rows: readonly string[];
}

const TEST_FILES = [
  "frontend/{src,local,build}/**/*.test.{ts,tsx}",
  "frontend/kit/*/*.test.ts",
  "frontend/kit/test/**/*.spec.ts",
  "test/frontend/*.test.ts",
  "test/contracts/**/*.test.ts",
  "test/contracts/**/*.t.sol",
  "test/{tasks/*,dev,runner}/*.test.ts",
  "test/e2e/**/*.spec.ts",
];

/** Matches a literal title with further arguments: `test("…", …)`, `it.each(…)("…", …)`. */
const TITLE = /\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
/** Matches a title that is a key in a table of tests, such as `"[P-05] …": [`. */
const KEY = /(?:^|[{,])\s*\[?(["'`])(\[[A-Z]-\d{2}\](?:\\.|(?!\1)[^\\])*)\1\]?:/gm;
const SOLIDITY_TEST = /((?:^[ \t]*\/\/\/.*\n)+)[ \t]*function (\w+)/gm;
const ROW = /\[([A-Z]-\d{2})\]/g;

export function rowsIn(text: string): string[] {
  return [...text.matchAll(ROW)].map(([, id = ""]) => id);
}

/**
 * Finds titles in the source. If a title has its row in a placeholder, only the results show the
 * row.
 */
export function findNamedTests(root: string): NamedTest[] {
  return globSync(TEST_FILES, { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .sort()
    .flatMap((file) => namedTests(file, readFileSync(path.join(root, file), "utf8")));
}

function namedTests(file: string, source: string): NamedTest[] {
  const found = file.endsWith(".sol")
    ? [...source.matchAll(SOLIDITY_TEST)].map(([, comment = "", name = ""]) => ({
        title: name,
        rows: rowsIn(comment),
      }))
    : [TITLE, KEY]
        .flatMap((titles) => [...source.matchAll(titles)])
        .map(([, , title = ""]) => ({ title, rows: rowsIn(title) }));
  return found.filter(({ rows }) => rows.length > 0).map((test) => ({ file, ...test }));
}
