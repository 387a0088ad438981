import { readFileSync } from "node:fs";
import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { recordScore } from "../results/scores.ts";
import { MUTATED_TASKS, taskFile } from "./mutated.ts";

/** `npm run test:mutants:scripts`: Stryker mutates the tasks' shared code and runs the unit tests of test/tasks. `-- tasks/sale/csv tasks/cli/amounts` mutates only these files. */
const REQUIRED = 0.9;

const root = path.resolve(import.meta.dirname, "../../..");
process.chdir(root);

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !MUTATED_TASKS.includes(name));
if (unknown.length > 0) {
  console.error(`Not mutated: ${unknown.join(", ")}. There are: ${MUTATED_TASKS.join(" ")}`);
  process.exit(2);
}
const names = chosen.length > 0 ? chosen : MUTATED_TASKS;

const results = await new Stryker({
  mutate: names.map(taskFile),
  // Mocha would start Node and load ethers for each mutant, which takes seconds instead of
  // milliseconds.
  testRunner: "vitest",
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  vitest: { configFile: "test/runner/mutants/vitest.config.ts" },
  // Omits files, because the tool would rewrite the root's tsconfig.json (see page.ts).
  ignorePatterns: [
    ...["*", "!collection.ts", "!networks.ts", "!package.json"],
    ...["!scripts", "!scripts/**", "!test", "!test/**"],
    ...["!typechain-types", "!typechain-types/**"],
  ],
  tempDirName: ".stryker/scripts",
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ["progress"],
}).runMutationTest();

const short = (text: string) => text.replaceAll(/\s+/g, " ").trim();

let killed = 0;
let made = 0;
const survivors: string[] = [];
for (const name of names) {
  const file = path.join(root, taskFile(name));
  const lines = readFileSync(file, "utf8").split("\n");
  const ran = results.filter(
    ({ fileName, status }) =>
      fileName === file && status !== "RuntimeError" && status !== "CompileError",
  );
  const alive = ran.filter(({ status }) => status !== "Killed" && status !== "Timeout");
  made += ran.length;
  killed += ran.length - alive.length;
  console.log(`${name}: ${ran.length - alive.length} of ${ran.length} killed`);
  for (const { location, replacement } of alive) {
    const { start, end } = location;
    const touched = lines.slice(start.line - 1, end.line);
    touched[touched.length - 1] = touched.at(-1)?.slice(0, end.column - 1) ?? "";
    touched[0] = touched[0]?.slice(start.column - 1) ?? "";
    survivors.push(
      `${name}.ts:${start.line}  ${short(touched.join("\n"))}  →  ${short(replacement ?? "")}`,
    );
  }
}

const share = killed / made;
if (chosen.length === 0) recordScore("npm run test:mutants:scripts", killed, made);
console.log(`\n${killed} of ${made} mutants killed (${(share * 100).toFixed(1)} %). Survivors:`);
for (const survivor of survivors) console.log(`  ${survivor}`);
process.exitCode = share >= REQUIRED ? 0 : 1;
