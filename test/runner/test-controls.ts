import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CONTROLS, rowOf } from "../e2e/controls/controls.ts";
import { playwrightResults } from "./results/test-results.ts";

/**
 * `npm run test:controls`: breaks the feature of each `W` and `K` row in the built page. The row's
 * tests must pass before, and one must fail after. `-- W-08 W-09` runs only these rows.
 */
const ROOT = path.resolve(import.meta.dirname, "../..");
const PLAYWRIGHT = path.join(
  path.dirname(fileURLToPath(import.meta.resolve("@playwright/test/package.json"))),
  "cli.js",
);

const known = Object.keys(CONTROLS);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((row) => !known.some((control) => rowOf(control) === row));
if (unknown.length > 0) {
  console.error(
    `No control of ${unknown.join(", ")}. Known: ${[...new Set(known.map(rowOf))].join(" ")}`,
  );
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), "test-controls-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const controls = known.filter((control) => wanted.length === 0 || wanted.includes(rowOf(control)));
const redAlready = redTests([...new Set(controls.map(rowOf))]);
if (redAlready.length > 0) {
  console.error(`Failed without a fault:\n${redAlready.join("\n")}`);
  process.exit(1);
}

const survived: string[] = [];
for (const control of controls) {
  // The first failure ends the run, because each test that waits in vain takes its whole time
  // limit.
  const red = redTests([rowOf(control)], { E2E_CONTROL: control }, ["-x"]);
  if (red.length === 0) survived.push(control);
  console.log(`${control}  ${red.length > 0 ? "red  " : "GREEN"}  ${CONTROLS[control]?.what}`);
  for (const title of red) console.log(`             ${title}`);
}
if (survived.length > 0) {
  console.error(`Not detected by any test: ${survived.join(", ")}`);
  process.exit(1);
}

function redTests(
  rows: readonly string[],
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): string[] {
  const report = path.join(folder, "report.json");
  rmSync(report, { force: true });
  // Excludes the controls themselves: their titles say "[W-01 control]".
  const titles = `\\[(${rows.join("|")})\\]`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [PLAYWRIGHT, "test", "--grep", titles, "--reporter=line,json", "--timeout=40000", ...options],
    {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 100_000_000,
      env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  // Every test would fail if the build, or the break, failed.
  const broken = /Nothing in .* to break for .*|failed:\n/.test(stdout + stderr);
  if (broken || !existsSync(report)) {
    console.error(`${rows.join(", ")} could not be tried:\n${stdout}${stderr}`);
    process.exit(1);
  }
  const results = playwrightResults(JSON.parse(readFileSync(report, "utf8")), ROOT);
  return results.filter(({ status }) => status === "failed").map(({ title }) => title);
}
