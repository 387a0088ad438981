import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import path from "node:path";
import type { HttpServer } from "./http-server.ts";

export type AnyRequest = IncomingMessage | Http2ServerRequest;
export type AnyResponse = (ServerResponse | Http2ServerResponse) & ServerResponse;

const HANDSHAKE = 0x16;
/** A published private key and certificate for 127.0.0.1. */
const PEM = readFileSync(path.join(import.meta.dirname, "../doubles/tls/self-signed.pem"));

/** Serves http, and https by HTTP/2 and HTTP/1.1, on one port. */
export async function startManyProtocols(
  answer: (request: AnyRequest, response: AnyResponse) => void | Promise<void>,
): Promise<HttpServer> {
  const listener = (request: AnyRequest, response: unknown) =>
    void answer(request, response as AnyResponse);
  const plain = createServer(listener);
  const secure = createSecureServer({ key: PEM, cert: PEM, allowHTTP1: true }, listener);
  const sockets = new Set<Socket>();
  const port = createSocketServer((socket) => {
    sockets.add(socket);
    socket.unref();
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
    socket.once("data", (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === HANDSHAKE ? secure : plain).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  });
  secure.on("sessionError", () => {});
  port.listen(0, "127.0.0.1").unref();
  await once(port, "listening");
  return {
    port: (port.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      port.close();
      await once(port, "close");
    },
  };
}
