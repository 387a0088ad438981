import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

const READ = [
  "*.ts",
  "{scripts,test,typechain-types}/**/*.{ts,js}",
  "{contracts,test}/**/*.sol",
  "frontend/*.ts",
  "frontend/{src,build,local,gallery,kit}/**/*.{ts,tsx,js}",
];
const TEST = /\.test\.tsx?$|\.t\.sol$/;
const DOCUMENT = /\.md$|^docs\//;

/**
 * `from "./a.ts"`, `import("./a.ts")`, `vi.mock("./a.ts")`, `new URL("a.ts", import.meta.url)`,
 * Solidity's `from "./A.sol"`.
 */
const IMPORT =
  /(?:\bfrom|\bimport\(?|\bmock\(|\bimport\()\s*"(\.[^"]+)"|new URL\("([^"]+)", import\.meta\.url\)/g;

/** Dependencies without an import, such as a started process or a contract deployed by name. */
const UNSEEN: readonly (readonly [changed: RegExp, tests: string])[] = [
  [/^contracts\/|^test\/contracts\/.*(?<!\.test)\.ts$/, "test/contracts/**/*.test.ts"],
  [/^scripts\/tasks\/(\w+)\//, "test/tasks/$1/*.test.ts"],
  [/^test\/tasks\/support\//, "test/tasks/*/*.test.ts"],
  [/^scripts\/dev\//, "test/dev/*.test.ts"],
  [/^frontend\/src\/.*\.css$/, "frontend/{src,build/page}/theme.test.ts"],
  [/^test\/runner\/|^biome\.jsonc$/, "test/runner/*.test.ts"],
];

export type TouchedTests = ReadonlyMap<string, number>;

/**
 * Follows imports, names of documents and the entries of `UNSEEN`.
 * @param changed paths from the root, with slashes
 */
export function touchedTests(root: string, changed: readonly string[]): TouchedTests {
  const files = globSync(READ, { cwd: root, exclude: ["**/node_modules", "**/dist"] })
    .map((file) => file.split(path.sep).join("/"))
    .sort();
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
  const importers = importersOf(root, texts);

  const steps = new Map<string, number>(changed.map((file) => [file, 0]));
  const reach = (file: string, distance: number) => {
    if (!steps.has(file)) steps.set(file, distance);
  };
  for (const file of changed) {
    for (const [pattern, tests] of UNSEEN) {
      const match = pattern.exec(file);
      if (match === null) continue;
      for (const test of globSync(tests.replace("$1", match[1] ?? ""), { cwd: root })) {
        reach(test.split(path.sep).join("/"), 1);
      }
    }
    if (!DOCUMENT.test(file)) continue;
    for (const [reader, text] of texts) if (names(text, file)) reach(reader, 1);
  }
  for (const [file, distance] of steps) {
    for (const importer of importers.get(file) ?? []) reach(importer, distance + 1);
  }
  return new Map([...steps].filter(([file]) => TEST.test(file) && texts.has(file)));
}

/** Whether the text contains the document's name or a pattern for all documents. */
function names(text: string, document: string): boolean {
  return text.includes(document) || (document.endsWith(".md") && /\*\.md\b/.test(text));
}

function importersOf(root: string, texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, relative, beside] of text.matchAll(IMPORT)) {
      const named = path.posix.join(path.posix.dirname(file), relative ?? beside ?? "");
      // TypeChain's bindings import each other with the ending `.js`.
      const imported = existsSync(path.join(root, named)) ? named : named.replace(/\.js$/, ".ts");
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

/** `left` lists the tests beyond the runner's time limit. */
export interface Choice {
  readonly chosen: readonly string[];
  readonly left: readonly string[];
}

/** Takes the nearest tests first, then the quickest, within the time limit. */
export function choose(
  touched: TouchedTests,
  millisecondsOf: (file: string) => number,
  budget: number,
): Choice {
  let sum = 0;
  const chosen = [...touched]
    .sort(([a, near], [b, far]) => near - far || millisecondsOf(a) - millisecondsOf(b))
    .map(([file]) => file)
    .filter((file) => {
      const fits = sum + millisecondsOf(file) <= budget;
      if (fits) sum += millisecondsOf(file);
      return fits;
    });
  return { chosen, left: [...touched.keys()].filter((file) => !chosen.includes(file)) };
}
