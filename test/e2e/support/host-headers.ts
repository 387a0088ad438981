import { readFile } from "node:fs/promises";
import path from "node:path";

/** What the build asks of a host for every file, as Netlify and Cloudflare Pages read it. */
export async function headersFor(folder: string): Promise<Record<string, string>> {
  const text = await readFile(path.join(folder, "_headers"), "utf8");
  const [, block] = /^\/\*\n((?: {2}.+\n)+)/.exec(text) ?? [];
  if (block === undefined) throw new Error("_headers says nothing of every file");
  return Object.fromEntries(
    block
      .trim()
      .split("\n")
      .map((line) => {
        const [name = "", ...value] = line.trim().split(": ");
        return [name.toLowerCase(), value.join(": ")];
      })
      // The tests' host speaks no TLS.
      .filter(([name]) => name !== "strict-transport-security"),
  );
}
