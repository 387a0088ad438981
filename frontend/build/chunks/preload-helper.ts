import path from "node:path";
import type { Plugin } from "vite";

const HELPER_ID = "\0vite/preload-helper.js";
const OWN = path.resolve(import.meta.dirname, "../../src/preload-chunks.ts");

/**
 * Replaces Vite's preload helper, because that is three times as large and imports a chunk even if
 * it failed to load. Fails the build if Vite's output breaks its assumptions.
 */
export function preloadHelper(): Plugin {
  return {
    name: "preload-helper",
    enforce: "pre",
    apply: "build",
    load: (id) =>
      id === HELPER_ID
        ? `export { preloadChunks as __vitePreload } from ${JSON.stringify(OWN)};`
        : null,
    generateBundle(_, bundle) {
      const sheets = Object.keys(bundle).filter((file) => file.endsWith(".css"));
      if (sheets.length > 1) {
        this.error(`Only the HTML's style sheet is loaded, and the build has ${sheets.join(", ")}`);
      }
      const elsewhere = Object.keys(bundle).filter((file) => /(?<!^assets\/[^/]+)\.js$/.test(file));
      if (elsewhere.length > 0) {
        this.error(`Chunks are loaded from assets/, and the build has ${elsewhere.join(", ")}`);
      }
    },
  };
}
