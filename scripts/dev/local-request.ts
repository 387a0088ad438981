import http, { type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * These servers have unlocked accounts and open files in an editor, and any page in a browser can send them requests. A
 * browser says which page asks, and by which name.
 */

const LOCAL_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
/** Wallets that are extensions: no page can take their origin. */
const EXTENSIONS = /^(chrome|moz|safari-web)-extension:$/;

/** @returns whether this machine's own pages and programs sent it, to a local name */
export function isLocalRequest({ host, origin }: IncomingHttpHeaders): boolean {
  if (host === undefined || !LOCAL_NAMES.includes(nameOf(`http://${host}`))) return false;
  // Programs send none. Browsers do, unless they follow a link or show a picture.
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  if (from === null) return false;
  return EXTENSIONS.test(from.protocol) || LOCAL_NAMES.includes(from.hostname);
}

/**
 * @returns whether another site's page had the browser send it. A link to the page is welcome, one to the development
 * server's own paths is not.
 */
export function isFromElsewhere(url: string, headers: IncomingHttpHeaders): boolean {
  if (headers["sec-fetch-site"] !== "cross-site") return false;
  return headers["sec-fetch-mode"] !== "navigate" || /^\/+(__|@)/.test(url);
}

function nameOf(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}

/** Makes every HTTP server that `create` makes answer local requests only. Hardhat's node has no setting for this. */
export async function servingLocally<T>(create: () => Promise<T>): Promise<T> {
  const { createServer } = http;
  http.createServer = ((...args: Parameters<typeof createServer>) =>
    answeringLocally(createServer(...args))) as typeof createServer;
  try {
    return await create();
  } finally {
    http.createServer = createServer;
  }
}

function answeringLocally(server: Server): Server {
  const emit = server.emit.bind(server);
  server.emit = (event: string, ...args: unknown[]) => {
    if (event !== "request" && event !== "upgrade") return emit(event, ...args);
    const [request, answer] = args as [http.IncomingMessage, ServerResponse | Duplex];
    if (isLocalRequest(request.headers)) return emit(event, ...args);
    if (answer instanceof http.ServerResponse) answer.writeHead(403).end("Local requests only\n");
    else answer.destroy();
    return true;
  };
  return server;
}
