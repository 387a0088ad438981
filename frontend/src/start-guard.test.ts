import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "acorn";
import { expect, it } from "vitest";
import { startGuard } from "../build/page/static-page.ts";

it("the start guard is ES5, as it is written and as it is built, so that it runs where the bundle does not", () => {
  const written = readFileSync(path.join(import.meta.dirname, "start-guard.js"), "utf8");
  const built = startGuard(path.resolve(import.meta.dirname, ".."));
  expect(built).toContain("pageStarts");
  for (const source of [written, built]) parse(source, { ecmaVersion: 5 });
});
