import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "./process.ts";

const PACKAGES = ["node_modules", "frontend/node_modules", "frontend/kit/node_modules"];

/**
 * Copies the files that git knows or would add, with links to the packages. The copy is removed at
 * the end of the process.
 * @param also folders that git ignores
 */
export function copyProject(name: string, also: readonly string[] = []): string {
  const copy = mkdtempSync(path.join(tmpdir(), `${name}-`));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", listed, { cwd: ROOT, encoding: "utf8" }).split("\0");
  const isThere = (item: string) => item !== "" && existsSync(path.join(ROOT, item));
  for (const item of [...files, ...also].filter(isThere)) {
    cpSync(path.join(ROOT, item), path.join(copy, item), { recursive: true });
  }
  for (const folder of PACKAGES.filter(isThere)) {
    symlinkSync(path.join(ROOT, folder), path.join(copy, folder), "junction");
  }
  return copy;
}
