import { connect, createServer } from "node:net";

/** A browser tries both for `localhost`, so what listens on either would be mistaken for ours. */
const LOOPBACKS = ["127.0.0.1", "::1"] as const;

export type PortState = "free" | "busy" | "forbidden";

export async function portState(port: number): Promise<PortState> {
  for (const host of LOOPBACKS) {
    // Some systems let a second server bind an address that another one serves by a wildcard: only asking tells.
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

/** @returns why the port can't be listened on, or `null`; a machine without IPv6 has its own codes */
function listenError(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
