import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

export async function textOf(file: string): Promise<string | null> {
  return await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** Writes the whole file or nothing. Gives the folder the file's permissions. */
export async function writeWhole(
  file: string,
  text: string,
  mode: 0o600 | 0o666 = 0o666,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: mode === 0o600 ? 0o700 : 0o777 });
  await writeFile(`${file}.new`, text, { mode, flush: true });
  await rename(`${file}.new`, file);
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
