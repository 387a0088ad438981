import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { HOST_FILES } from "./hosting.ts";
import { networkOf } from "./settings.ts";

/** Beside the page's files, and not one of them. */
const MANIFEST = "build-manifest.json";

/**
 * Writes down what was built: the SHA-256 of every file that a visitor can be served, and the network. With it
 * `npm run check:site` finds whatever a host, or somebody who took it over, has changed.
 */
export function manifest(): Plugin {
  let config: ResolvedConfig;

  return {
    name: "manifest",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    // The last of all hooks: other plugins still edit what was written.
    closeBundle: {
      sequential: true,
      order: "post",
      handler() {
        const folder = path.resolve(config.root, config.build.outDir);
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .map((file) => [path.relative(folder, file).split(path.sep).join("/"), file] as const)
          .filter(([name]) => name !== MANIFEST && !HOST_FILES.includes(name))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, file]) => [
            name,
            createHash("sha256").update(readFileSync(file)).digest("hex"),
          ]);
        const written = { network: networkOf(config.mode), files: Object.fromEntries(files) };
        writeFileSync(path.join(folder, MANIFEST), `${JSON.stringify(written, null, 2)}\n`);
      },
    },
  };
}
