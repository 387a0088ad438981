import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { folderCid } from "../../../scripts/dev/check-site/folder-cid.ts";
import { networkOf } from "../settings/settings.ts";
import { HEADER_RULES, HOST_FILES } from "./hosting.ts";

const MANIFEST = "build-manifest.json";

/**
 * Records the network, each file's SHA-256 and the headers. `npm run check:site` uses them to find
 * files that a host has changed.
 */
export function manifest(): Plugin {
  let config: ResolvedConfig;
  let isWritten = false;

  return {
    name: "manifest",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    // If the build fails, Vite skips this hook, but still calls `closeBundle`.
    writeBundle: {
      sequential: true,
      order: "post",
      handler() {
        isWritten = true;
      },
    },
    // Must be the last hook, because other plugins edit the output.
    closeBundle: {
      sequential: true,
      order: "post",
      async handler() {
        if (!isWritten) return;
        const folder = path.resolve(config.root, config.build.outDir);
        const hashes = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .map((file) => [path.relative(folder, file).split(path.sep).join("/"), file] as const)
          .filter(([name]) => name !== MANIFEST)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, file]) => [name, sha256(readFileSync(file))] as const);
        const written = {
          network: networkOf(config.mode),
          files: Object.fromEntries(hashes.filter(([name]) => !HOST_FILES.includes(name))),
          hostFiles: Object.fromEntries(hashes.filter(([name]) => HOST_FILES.includes(name))),
          headers: HEADER_RULES,
        };
        writeFileSync(path.join(folder, MANIFEST), `${JSON.stringify(written, null, 2)}\n`);
        config.logger.info(`IPFS CID of the page: ${await folderCid(folder)}`);
      },
    },
  };
}

function sha256(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
