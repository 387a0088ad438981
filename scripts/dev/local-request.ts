import http, { type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * These servers have unlocked accounts and open files in an editor, and any web page can send them
 * requests. A browser's headers name the page and the host.
 */

const LOCAL_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
/** Origins of wallet extensions; no page can take one. */
const EXTENSIONS = /^(chrome|moz|safari-web)-extension:$/;

/** Whether a page or program of this machine sent the request, to a local name. */
export function isLocalRequest({ host, origin }: IncomingHttpHeaders): boolean {
  if (host === undefined || !LOCAL_NAMES.includes(nameOf(`http://${host}`))) return false;
  // Programs send no origin. Browsers send one, except for a link or a picture.
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  if (from === null) return false;
  return EXTENSIONS.test(from.protocol) || LOCAL_NAMES.includes(from.hostname);
}

/**
 * Whether another site's page caused the request. Other sites may link to the page, but not to the
 * development server's own paths.
 */
export function isFromElsewhere(url: string, headers: IncomingHttpHeaders): boolean {
  if (headers["sec-fetch-site"] !== "cross-site") return false;
  return headers["sec-fetch-mode"] !== "navigate" || /^\/+(__|@)/.test(url);
}

function nameOf(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}

/**
 * Makes every HTTP server that `create` starts reject requests of other machines, because Hardhat's
 * node has no such setting.
 */
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
