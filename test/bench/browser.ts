import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { playwrightResults, type TestResult } from "../runner/results/test-results.ts";

/**
 * `bench:dialogs` opens AppKit's dialog 200 times. `bench:browser` repeats the browser suite
 * `BENCH_RUNS` times (20 by default) to find flaky tests.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 20);
const CYCLES = 200;

const ROOT = path.resolve(import.meta.dirname, "../..");
const PLAYWRIGHT = path.join(
  path.dirname(fileURLToPath(import.meta.resolve("@playwright/test/package.json"))),
  "cli.js",
);

const folder = mkdtempSync(path.join(tmpdir(), "bench-browser-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

if (process.argv[2] === "dialogs") {
  run(`${CYCLES} dialogs`, ["guards-growth", "--trace=off"], { CYCLES: String(CYCLES) });
} else {
  for (let i = 1; i <= RUNS; i += 1) run(`Run ${i} of ${RUNS}`, []);
}

function run(title: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const report = path.join(folder, "report.json");
  rmSync(report, { force: true });
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [PLAYWRIGHT, "test", ...args, "--reporter=list,json"],
    {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 100_000_000,
      // CI makes Playwright refuse `test.only`.
      env: { ...process.env, CI: "true", PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
    },
  );
  const seconds = Math.round((performance.now() - start) / 1000);
  const results = read(report);
  const passed = results.filter((result) => result.status === "passed").length;
  console.log(`${title}: ${passed} passed, ${results.length - passed} not (${seconds} s)`);
  if (status === 0 && passed > 0 && passed === results.length) return;

  console.log(stdout);
  console.error(stderr);
  process.exit(1);
}

function read(report: string): readonly TestResult[] {
  try {
    return playwrightResults(JSON.parse(readFileSync(report, "utf8")), ROOT);
  } catch {
    return [];
  }
}
