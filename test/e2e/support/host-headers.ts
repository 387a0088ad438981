import { readFile } from "node:fs/promises";
import path from "node:path";
import type { HeadersOf } from "../../support/static-server.ts";

export async function headersFor(folder: string): Promise<HeadersOf> {
  const text = await readFile(path.join(folder, "_headers"), "utf8");
  const blocks = [...text.matchAll(/^(\/.*)\n((?: {2}.+\n)+)/gm)].map(
    ([, where = "", lines = ""]) => ({
      where,
      headers: Object.fromEntries(lines.trim().split("\n").map(header)),
    }),
  );
  if (!blocks.some(({ where }) => where === "/*"))
    throw new Error("_headers has no rule for all files");
  return (pathname) =>
    Object.assign(
      {},
      ...blocks.filter(({ where }) => covers(where, pathname)).map(({ headers }) => headers),
    );
}

export async function cachingFor(folder: string): Promise<HeadersOf> {
  const headersOf = await headersFor(folder);
  return (pathname) => {
    const { "cache-control": caching } = headersOf(pathname);
    return caching === undefined ? {} : { "cache-control": caching };
  };
}

function header(line: string): [name: string, value: string] {
  const [name = "", ...value] = line.trim().split(": ");
  return [name.toLowerCase(), value.join(": ")];
}

function covers(where: string, pathname: string): boolean {
  return where.endsWith("*") ? pathname.startsWith(where.slice(0, -1)) : pathname === where;
}
