import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import path from "node:path";
import { TaskError } from "../cli/task.ts";
import { stateDirectory } from "./state-directory.ts";

/** Signs a text with this machine's key, so a later run knows who wrote it. */
async function seal(text: string): Promise<string> {
  return createHmac("sha256", await sealKey())
    .update(text)
    .digest("hex");
}

export async function sealed(text: string): Promise<string> {
  return `${await seal(text)} ${text}`;
}

/** Returns the text, or `null` unless this machine signed it. */
export async function unsealed(written: string): Promise<string | null> {
  const [, claimed = "", text = ""] = /^([0-9a-f]{64}) (.*)$/s.exec(written) ?? [];
  const expected = Buffer.from(await seal(text));
  const found = Buffer.from(claimed);
  return found.length === expected.length && timingSafeEqual(found, expected) ? text : null;
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
    // Another task created the key first.
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
