import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

export interface BrotliServer {
  readonly url: string;
  /** The compressed size of a file. */
  sizeOf(pathname: string): number;
  close(): void;
}

/** A static host with compression. It compresses each file once, so that no measurement waits for it. */
export async function serveCompressed(folder: string): Promise<BrotliServer> {
  const sent = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const type = TYPES[path.extname(file)];
    try {
      const body = sent.get(file) ?? (await readFile(path.join(folder, file)));
      const encoded = sent.has(file) || type === undefined ? body : brotliCompressSync(body);
      sent.set(file, encoded);
      response.writeHead(200, {
        "content-type": type ?? "application/octet-stream",
        // As in the build's host files.
        ...(file.startsWith("/assets/") && { "cache-control": "max-age=31536000, immutable" }),
        ...(type !== undefined && { "content-encoding": "br" }),
      });
      response.end(encoded);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    sizeOf: (pathname) => sent.get(pathname)?.length ?? 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
