import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

const TYPES: Readonly<Record<string, string>> = {
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
};

/** Serves a folder of this machine as an IPFS gateway would. */
export function picturesFolder(route: string, folder: string): Plugin {
  return {
    name: "pictures-folder",
    apply: "serve",
    configureServer({ middlewares }) {
      middlewares.use(route, async ({ url = "/" }, response) => {
        // A URL's path can leave the root only after decoding.
        const file = path.join(folder, new URL(url, "http://localhost").pathname);
        const type = TYPES[path.extname(file).toLowerCase()];
        const content = type === undefined ? null : await readFile(file).catch(() => null);
        if (type === undefined || content === null) response.writeHead(404).end();
        else response.writeHead(200, { "content-type": type }).end(content);
      });
    },
  };
}
