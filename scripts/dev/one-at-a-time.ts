import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { TaskError } from "../tasks/shared/task-action.ts";

/**
 * Lets one process at a time work in a folder, until it ends, however that comes: what is held is a socket, which the
 * system closes. A file with a process id in it would outlive a kill, and the id would soon be another's.
 *
 * @param holding what the others are told
 * @throws a `TaskError` with what the one that is there already says of itself
 */
export async function workAlone(folder: string, holding: string): Promise<void> {
  const name = `one-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  const address =
    process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), `${name}.sock`);

  if (await listens(address, holding)) return;
  const told = await ask(address);
  if (told !== null) throw new TaskError(told);
  // The other process has ended and left only its socket's name.
  await rm(address, { force: true });
  if (!(await listens(address, holding))) throw new TaskError(holding);
}

function listens(address: string, holding: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // Who asked may be gone before the answer.
      socket.on("error", () => {});
      socket.end(holding);
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    });
    server.listen(address, () => resolve(true)).unref();
  });
}

/** @returns what the holder says, or `null` if there is none */
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
