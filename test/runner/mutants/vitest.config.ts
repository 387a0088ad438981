import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** Vitest has no `before`. */
const NEEDS_MOCHA = /\bbefore\(/;
const TEST_IMPORT = /from "(\.\.?\/[^"]+)"/g;

export default {
  test: {
    globals: true,
    include: globSync("test/tasks/*/*.test.ts").filter((file) => !needsMocha(file)),
    isolate: false,
  },
};

function needsMocha(file: string): boolean {
  if (!file.startsWith("test/")) return false;
  const source = readFileSync(file, "utf8");
  const imported = [...source.matchAll(TEST_IMPORT)].map(([, name = ""]) =>
    path.join(path.dirname(file), name),
  );
  return NEEDS_MOCHA.test(source) || imported.some(needsMocha);
}
