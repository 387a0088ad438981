import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { ROOT } from "../../../../test/support/process.ts";

const FILES = { buffer: "index.js", "base64-js": "index.js", ieee754: "index.js" };

/**
 * The WalletConnect client needs the global `Buffer` for one-step sign-in. Bundlers remove AppKit's
 * own polyfill, because it declares no side effects. A deployer's code imports the package `buffer`
 * instead.
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
