import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { ROOT } from "../../../../test/support/process.ts";

/** The package `buffer` and its dependencies, each in one file. */
const FILES = { buffer: "index.js", "base64-js": "index.js", ieee754: "index.js" };

/**
 * Gives the page the global `Buffer` that the wallet protocol's client needs for one-step sign-in. The kit imports it, but
 * bundlers tree-shake it away: the kit's polyfills declare no side effects. A deployer's own code does this with one import
 * of the package `buffer`.
 */
export async function provideBuffer(page: Page): Promise<void> {
  const modules = Object.entries(FILES).map(([name, file]) => {
    const code = readFileSync(path.join(ROOT, "node_modules", name, file), "utf8");
    return `${JSON.stringify(name)}(exports, require) {${code}\n}`;
  });
  await page.addInitScript(`{
    const modules = {${modules.join(",")}};
    const require = (name) => {
      const exports = {};
      modules[name](exports, require);
      return exports;
    };
    globalThis.Buffer = require("buffer").Buffer;
  }`);
}
