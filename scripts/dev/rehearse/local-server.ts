import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { isLocalRequest } from "../local-request.ts";

export interface LocalServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
}

/** Status 200 by default. */
export interface Reply {
  readonly status?: number;
  readonly json: unknown;
}

/** Serves local requests only. An error of `reply` becomes status 502. */
export async function startLocalServer(
  reply: (asked: Asked) => Promise<Reply>,
): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    if (!isLocalRequest(request.headers)) return void response.writeHead(403).end();
    const { method = "", url = "/" } = request;
    const { status = 200, json } = await textOf(request)
      .then((body) => reply({ method, url: new URL(url, "http://127.0.0.1"), body }))
      .catch((error): Reply => ({ status: 502, json: { message: String(error) } }));
    // Compilation blocks for seconds, and a kept connection would time out.
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(json));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
