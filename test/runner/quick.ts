import { execFileSync, spawn } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

const HELP = `Runs the tests that the uncommitted changes touch; if there are none, those of the last commit.

  npm run test:quick                   compared with HEAD, or with HEAD~1 if nothing has changed
  npm run test:quick -- --since main   compared with another commit`;

const ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * Tests on Hardhat by changed file, because they start processes and deploy contracts by name.
 * Vitest follows the imports of the page's tests itself.
 */
const TESTS: readonly (readonly [changed: RegExp, tests: string])[] = [
  [/^test\/(?:contracts|dev|runner|tasks)\/.+\.test\.ts$/, "$&"],
  [/^test\/.+\.t\.sol$/, "$&"],
  [/^contracts\/(renderer|art|\w*Renderer)\b.*$/, "test/contracts/metadata/*.test.ts"],
  [/^contracts\/(interfaces\/|[A-Z]).*$/, "test/contracts/{interface,owner,sale}/*.test.ts"],
  [/^contracts\/(interfaces\/I)?Payouts.sol$/, "test/contracts/payouts/*.test.ts"],
  [/^scripts\/tasks\/(\w+)\/.*$/, "test/tasks/$1/*.test.ts"],
  [/^scripts\/dev\/([\w-]+)\b.*$/, "test/dev/$1.test.ts"],
  [/^(?:docs\/.+|.+\.md)$/, "test/dev/documents.test.ts"],
  [/^(?:lint\/.+|biome\.jsonc)$/, "test/runner/import-direction.test.ts"],
];

const { values } = parseArgs({ options: { since: { type: "string" }, help: { type: "boolean" } } });
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);
const changedSince = (commit: string) => [
  ...git("diff", "--name-only", commit),
  ...git("ls-files", "--others", "--exclude-standard"),
];

function run(...words: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", ...words], {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

const isClean = values.since === undefined && changedSince("HEAD").length === 0;
const since = values.since ?? (isClean ? "HEAD~1" : "HEAD");
const changed = changedSince(since);
console.log(`${changed.length} files have changed since ${since}.`);

const patterns = changed.flatMap((file) =>
  TESTS.filter(([pattern]) => pattern.test(file)).map(([pattern, tests]) =>
    file.replace(pattern, tests),
  ),
);
const hardhat = [...new Set(globSync(patterns, { cwd: ROOT }))];
const codes = await Promise.all([
  hardhat.length > 0 ? run("test:files", "--", ...hardhat) : 0,
  ...["test:frontend", "test:kit:unit"].map((script) =>
    run(script, "--", `--changed=${since}`, "--passWithNoTests"),
  ),
]);
console.log("\nThe browser's tests and the rest are left to npm test.");
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
