import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CONTROLS, rowOf } from "../../e2e/controls/controls.ts";
import { recordScore } from "../results/scores.ts";
import { playwrightResults } from "../results/test-results.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PLAYWRIGHT = path.join(
  path.dirname(fileURLToPath(import.meta.resolve("@playwright/test/package.json"))),
  "cli.js",
);

/**
 * For each `W` and `K` row of docs/conformance.md, removes the row's feature from the built page.
 * Its tests must pass before the removal, and one of them must fail after it.
 * @param rows ids such as `W-03`; an empty list means all rows
 * @returns whether a test failed for each removed feature
 */
export function makeControls(rows: readonly string[]): boolean {
  const all = Object.keys(CONTROLS);
  const chosen = all.filter((control) => rows.length === 0 || rows.includes(rowOf(control)));
  if (chosen.length === 0) throw new Error(`No control of ${rows.join(", ")}`);
  const red = redTests([...new Set(chosen.map(rowOf))]);
  if (red.length > 0) throw new Error(`Red before anything is broken:\n${red.join("\n")}`);
  const missed = chosen.filter((control) => {
    // Stops at the first failure, because a test that waits in vain takes its whole time limit.
    const found = redTests([rowOf(control)], { E2E_CONTROL: control }, ["-x"]);
    const said = found.length > 0 ? "noticed" : "MISSED ";
    console.log(`${said}  ${control}: ${CONTROLS[control]?.what}`);
    return found.length === 0;
  });
  const noticed = chosen.length - missed.length;
  console.log(`\ncontrols: ${noticed} of ${chosen.length} faults noticed`);
  if (rows.length === 0) recordScore("npm run test:faults -- controls", noticed, all.length);
  return missed.length === 0;
}

function redTests(
  rows: readonly string[],
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "controls-"));
  const report = path.join(folder, "report.json");
  // Matches `[W-01]`, but not `[W-01 control]`, the title of the control's own test.
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
  // If the build or the removal fails, every test fails, and that would count as noticed.
  if (/Nothing in .* to break for .*|failed:\n/.test(stdout + stderr) || !existsSync(report)) {
    throw new Error(`${rows.join(", ")} could not be tried:\n${stdout}${stderr}`);
  }
  const results = playwrightResults(JSON.parse(readFileSync(report, "utf8")), ROOT);
  rmSync(folder, { recursive: true });
  return results.filter(({ status }) => status === "failed").map(({ title }) => title);
}
