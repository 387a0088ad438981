import http, { type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * What runs here has unlocked accounts and opens files in an editor. Any page that a browser shows can send requests to
 * it, by its address or by a name of its own that leads here: a browser says which page asks, and by which name.
 */

const LOCAL_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
/** Wallets that are extensions: no page can take their origin. */
const EXTENSIONS = /^(chrome|moz|safari-web)-extension:$/;

/** @returns whether it was sent here by this machine's own pages and programs, to a local name */
export function isLocalRequest({ host, origin }: IncomingHttpHeaders): boolean {
  if (host === undefined || !LOCAL_NAMES.includes(nameOf(`http://${host}`))) return false;
  // Programs send none; browsers do, unless they only follow a link or show a picture.
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  if (from === null) return false;
  return EXTENSIONS.test(from.protocol) || LOCAL_NAMES.includes(from.hostname);
}

/**
 * @returns whether a page elsewhere had the browser send it: following a link to the page is welcome, any other is not,
 * nor a link to what the development server does for itself
 */
export function isFromElsewhere(url: string, headers: IncomingHttpHeaders): boolean {
  if (headers["sec-fetch-site"] !== "cross-site") return false;
  return headers["sec-fetch-mode"] !== "navigate" || /^\/+(__|@)/.test(url);
}

function nameOf(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}

/**
 * Runs `create` while every HTTP server that it makes answers local requests only, WebSockets included. Hardhat makes its
 * node's server itself, and has no setting for this.
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
