import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { deferred } from "./deferred.ts";
import { startHttpServer } from "./http-server.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

export type HeadersOf = (pathname: string) => Readonly<Record<string, string>>;

export interface StaticServer {
  readonly url: string;
  readonly requested: readonly string[];
  /** Delays requests for matching paths until the returned function runs. */
  hold(paths: RegExp): () => void;
  sizeOf(pathname: string): number;
  close(): Promise<void>;
}

interface Options {
  readonly port?: number;
  readonly headersOf?: HeadersOf;
  /** If set, compresses each file once with Brotli before the first request. */
  readonly compressed?: boolean;
}

export async function serveStatic(
  folder: string,
  { port, headersOf = () => ({}), compressed = false }: Options = {},
): Promise<StaticServer> {
  const requested: string[] = [];
  const sent = new Map<string, Buffer>();
  const holds: { readonly paths: RegExp; readonly end: Promise<void> }[] = [];
  const server = await startHttpServer(async ({ url = "/" }, response) => {
    requested.push(url);
    const { pathname } = new URL(url, "http://localhost");
    await Promise.all(holds.filter(({ paths }) => paths.test(pathname)).map(({ end }) => end));
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const type = TYPES[path.extname(name)];
    const encoded = compressed && type !== undefined && !type.endsWith("png");
    try {
      const known = compressed ? sent.get(name) : undefined;
      const file = known ?? (await readFile(path.join(folder, name)));
      const body = known === undefined && encoded ? brotliCompressSync(file) : file;
      sent.set(name, body);
      response.writeHead(200, {
        ...headersOf(pathname),
        ...(encoded && { "content-encoding": "br" }),
        "content-type": type ?? "application/octet-stream",
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  }, port);
  return {
    url: `http://localhost:${server.port}/`,
    requested,
    hold(paths) {
      const { promise, resolve } = deferred<void>();
      holds.push({ paths, end: promise });
      return () => resolve();
    },
    sizeOf: (pathname) => sent.get(pathname)?.length ?? 0,
    close: server.close,
  };
}
