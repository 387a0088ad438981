// @vitest-environment node
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { viewsOf } from "./late-parts.ts";

const kit = createRequire(fileURLToPath(import.meta.resolve("@reown/appkit")));
const index = kit.resolve("@reown/appkit-scaffold-ui");

it("gives the list three of the kit's views, and has all others for later", () => {
  const whole = readFileSync(index, "utf8");
  const { list, late } = viewsOf(whole);
  expect(list.match(/w3m-[\w-]+/g)).toEqual([
    "w3m-router",
    "w3m-connect-view",
    "w3m-connecting-external-view",
  ]);
  const views = late.split("\n");
  expect(views).toContain(
    `import ${JSON.stringify(path.resolve(index, "../../src/views/w3m-connecting-wc-view/index.js"))};`,
  );
  expect(views).toHaveLength((whole.match(/^export/gm) ?? []).length - 3);
});

it.each([
  ["lacks one of the list", "export * from '../src/modal/w3m-router/index.js';", "lacks"],
  ["names what it exports", "export { W3mModal } from '../src/modal/w3m-modal/index.js';", "form"],
])("refuses an index that %s", (_, changed, words) => {
  expect(() => viewsOf(changed)).toThrow(words);
});
