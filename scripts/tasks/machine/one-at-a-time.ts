import { createHash } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
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

  let server = await listen(address, holding);
  if (server === null) {
    const told = await ask(address);
    if (told !== null) throw new TaskError(told);
    // The holder died and left its socket file.
    await rm(address, { force: true });
    server = await listen(address, holding);
  }
  if (server === null) throw new TaskError(holding);
  const lock = server;
  return () => lock[Symbol.asyncDispose]();
}

/** A socket path is limited to 103 bytes on macOS, 107 on Linux. */
const LONGEST_FOLDER = 70;

function socketFolder(): string {
  const folder = tmpdir();
  return Buffer.byteLength(folder) <= LONGEST_FOLDER ? folder : "/tmp";
}

async function listen(address: string, holding: string): Promise<Server | null> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(holding);
  });
  try {
    await once(server.listen(address).unref(), "listening");
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return null;
    throw error;
  }
}

async function ask(address: string): Promise<string | null> {
  try {
    return await text(connect(address));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ECONNREFUSED", "ENOENT"].includes(code)) return null;
    throw error;
  }
}
