import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** The host's headers for a file, by its path. */
export type HeadersOf = (pathname: string) => Readonly<Record<string, string>>;

/** Serves a built page as a plain static host does. */
export async function serveStatic(
  folder: string,
  port: number,
  headersOf: HeadersOf = () => ({}),
): Promise<Server> {
  // Links with 10,000 characters exceed Node's default limit on headers.
  const server = createServer({ maxHeaderSize: 65_536 }, async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = path.join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    try {
      const body = await readFile(file);
      response.writeHead(200, {
        ...headersOf(pathname),
        "content-type": TYPES[path.extname(file)] ?? "application/octet-stream",
      });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
