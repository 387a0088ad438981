import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "./process.ts";

const PACKAGES = ["node_modules", "frontend/node_modules", "frontend/kit/node_modules"];

/**
 * Copies the files that git knows or would add, with links to the packages. The copy is removed at
 * the end of the process.
 */
export function copyProject(name: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), `${name}-`));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", listed, { cwd: ROOT, encoding: "utf8" }).split("\0");
  const isThere = (item: string) => item !== "" && existsSync(path.join(ROOT, item));
  for (const item of files.filter(isThere)) {
    cpSync(path.join(ROOT, item), path.join(copy, item), { recursive: true });
  }
  for (const folder of PACKAGES.filter(isThere)) {
    symlinkSync(path.join(ROOT, folder), path.join(copy, folder), "junction");
  }
  return copy;
}

/** Replaces paths, because Hardhat's cache names sources by absolute path. */
export function copyCompiled(project: string): void {
  const from = path.join(ROOT, "cache/compile-cache.json");
  if (!existsSync(from)) return;
  cpSync(path.join(ROOT, "artifacts"), path.join(project, "artifacts"), { recursive: true });
  mkdirSync(path.join(project, "cache"), { recursive: true });
  const text = readFileSync(from, "utf8").replaceAll(JSON.stringify(ROOT).slice(1, -1), project);
  writeFileSync(path.join(project, "cache/compile-cache.json"), text);
}
