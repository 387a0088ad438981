import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { TaskError } from "../cli/task.ts";

/**
 * Takes a lock: an open socket, because a lock file would survive a kill.
 * @param holding the message for other processes
 * @returns a function that releases the lock
 * @throws a `TaskError` with the holder's message
 */
export async function workAlone(what: string, holding: string): Promise<() => Promise<void>> {
  const name = `one-${createHash("sha256").update(what).digest("hex").slice(0, 16)}`;
  const address =
    process.platform === "win32"
      ? `\\\\.\\pipe\\${name}`
      : path.join(socketFolder(), `${name}.sock`);

  const server = await listen(address, holding);
  if (server !== null) return () => closed(server);
  const told = await ask(address);
  if (told !== null) throw new TaskError(told);
  // The holder died and left its socket file.
  await rm(address, { force: true });
  const second = await listen(address, holding);
  if (second === null) throw new TaskError(holding);
  return () => closed(second);
}

/** A socket path is limited to 103 bytes on macOS, 107 on Linux. */
const LONGEST_FOLDER = 70;

function socketFolder(): string {
  const folder = tmpdir();
  return Buffer.byteLength(folder) <= LONGEST_FOLDER ? folder : "/tmp";
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function listen(address: string, holding: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.end(holding);
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(error);
    });
    server.listen(address, () => resolve(server)).unref();
  });
}

function ask(address: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(address);
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      said += text;
    });
    socket.on("end", () => resolve(said));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") resolve(null);
      else reject(error);
    });
  });
}
