import { connect, createServer } from "node:net";

/** A browser tries both addresses for `localhost`. */
const LOOPBACKS = ["127.0.0.1", "::1"] as const;

export type PortState = "free" | "busy" | "forbidden";

export async function portState(port: number): Promise<PortState> {
  for (const host of LOOPBACKS) {
    // Tries to connect, because some systems let a second server bind an address that a wildcard
    // serves.
    if (await answers(host, port)) return "busy";
    const error = await listenError(host, port);
    if (error === "EADDRINUSE") return "busy";
    if (error === "EACCES") return "forbidden";
  }
  return "free";
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function listenError(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
