import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HttpServer {
  readonly port: number;
  close(): Promise<void>;
}

export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => void | Promise<void>;

/** Must not keep the process alive if a test does not close it. */
export async function startHttpServer(answer: Answer, port = 0): Promise<HttpServer> {
  // Links of 10,000 characters exceed Node's default header limit.
  const server = createServer({ maxHeaderSize: 65_536 }, async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    await answer(request, response, Buffer.concat(chunks).toString());
  });
  // Longer than Node's default, because a task reuses its connection after some seconds.
  server.keepAliveTimeout = 60_000;
  server.on("connection", (socket) => socket.unref());
  server.listen(port, "127.0.0.1").unref();
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
