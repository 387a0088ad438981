import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { access, mkdir, open, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { TaskError } from "../shared/task-action.ts";

/**
 * State of this machine, outside every repository: a pull request can add files to a clone, but not here. A seal shows
 * that this machine wrote a text, wherever it has been since.
 */
export function stateDirectory(): string {
  return path.join(stateHome(), "ticket-mint");
}

/** Where each system wants a program's state; a relative `XDG_STATE_HOME` counts as none, as its specification says. */
function stateHome(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_STATE_HOME && path.isAbsolute(XDG_STATE_HOME)) return XDG_STATE_HOME;
  if (process.platform === "darwin") return path.join(homedir(), "Library", "Application Support");
  if (process.platform === "win32") return LOCALAPPDATA ?? path.join(homedir(), "AppData", "Local");
  return path.join(homedir(), ".local", "state");
}

/** @returns the seal of this machine on `text`, in hex */
async function seal(text: string): Promise<string> {
  return createHmac("sha256", await sealKey())
    .update(text)
    .digest("hex");
}

/** @returns the text with this machine's seal, for `unsealed` to check */
export async function sealed(text: string): Promise<string> {
  return `${await seal(text)} ${text}`;
}

/** @returns the text, or `null` if this machine did not seal it */
export async function unsealed(written: string): Promise<string | null> {
  const [, claimed = "", text = ""] = /^([0-9a-f]{64}) (.*)$/s.exec(written) ?? [];
  const expected = Buffer.from(await seal(text));
  const found = Buffer.from(claimed);
  return found.length === expected.length && timingSafeEqual(found, expected) ? text : null;
}

function markOf(text: string): string {
  return path.join(stateDirectory(), "written", createHash("sha256").update(text).digest("hex"));
}

/** Notes that this machine wrote a file of just this text, wherever the file is. */
export async function markWritten(text: string): Promise<void> {
  await mkdir(path.dirname(markOf(text)), { recursive: true, mode: 0o700 });
  await writeFile(markOf(text), "", { mode: 0o600 });
}

export async function isMarkedWritten(text: string): Promise<boolean> {
  return await access(markOf(text)).then(
    () => true,
    () => false,
  );
}

async function sealKey(): Promise<string> {
  const file = path.join(stateDirectory(), "seal.key");
  try {
    return await readKey(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  await mkdir(stateDirectory(), { recursive: true, mode: 0o700 });
  try {
    const created = await open(file, "wx", 0o600);
    await created.write(randomBytes(32).toString("hex"));
    await created.sync();
    await created.close();
  } catch (error) {
    // Another task of this machine was first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return await readKey(file);
}

async function readKey(file: string): Promise<string> {
  const key = await readFile(file, "utf8");
  if (!/^[0-9a-f]{64}$/.test(key)) {
    throw new TaskError(`${file} is damaged. Remove it: the next run makes another.`);
  }
  return key;
}
