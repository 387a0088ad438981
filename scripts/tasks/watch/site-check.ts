import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { sayingSo } from "../chain/waiting.ts";

const CHECK_SITE = path.resolve(import.meta.dirname, "../../dev/check-site/check-site.ts");
const LONGEST_MS = 5 * 60_000;

/**
 * Runs the site check in a child process. The child sends no chain request, because the watch
 * already checked the record.
 * @returns the problem in one line, or `null`
 */
export async function checkSite(site: URL, signal: AbortSignal): Promise<string | null> {
  const child = spawn(process.execPath, [CHECK_SITE, site.href, "--no-chain"], {
    stdio: ["ignore", "ignore", "pipe"],
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, "close").catch((error: Error) => {
    errors += `\nError: the check ended early: ${error.message}`;
    return [1];
  });
  const [code] = await sayingSo(`the check of ${site.href}`, () => ended);
  if (code === 0) return null;
  return /^Error: (.+)$/m.exec(errors)?.[1] ?? "the check failed and says nothing";
}
