import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { recordScore } from "../results/scores.ts";
import { COMPLETE, MUTATED_PAGE } from "./mutated.ts";
import { ACCEPTED } from "./page-accepted.ts";

/**
 * `-- --mutate frontend/src/domain/order/link.ts` takes one file or folder. A run uses the results in
 * `.stryker/` and retries only what changed; `-- --force` retries everything.
 */
const REQUIRED = 0.9;
const { values } = parseArgs({
  options: { mutate: { type: "string", multiple: true }, force: { type: "boolean" } },
});

const root = path.resolve(import.meta.dirname, "../../..");
process.chdir(root);

const wanted = values.mutate ?? MUTATED_PAGE;
for (const given of wanted) {
  if (existsSync(given)) continue;
  console.error(`There is no ${given}. Give a file or folder, from the repository's root.`);
  process.exit(1);
}
const files = wanted
  .flatMap((given) =>
    statSync(given).isDirectory()
      ? readdirSync(given, { recursive: true, encoding: "utf8" }).map((name) => `${given}/${name}`)
      : given,
  )
  .map((file) => path.relative(root, path.resolve(file)).replaceAll(path.sep, "/"))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .sort();

const results = await new Stryker({
  mutate: files,
  testRunner: "vitest",
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  vitest: { configFile: "./frontend/vitest.mutants.config.ts" },
  // Copies only files that tests need, because the tool rewrites the root's tsconfig.json through
  // an interface that TypeScript 7 lacks.
  ignorePatterns: [
    ...["*", "!collection.ts", "!networks.ts", "!package.json", "!tsconfig.base.json"],
    ...["frontend", "typechain-types", "deployments", "test"].flatMap((kept) => [
      `!${kept}`,
      `!${kept}/**`,
    ]),
    ...["node_modules", "dist"],
  ],
  incremental: true,
  incrementalFile: ".stryker/page.json",
  force: values.force ?? false,
  tempDirName: ".stryker/copies",
  concurrency: 2,
  // The limit is high, because a timeout counts as killed and a busy machine must not cause one.
  timeoutMS: 20_000,
  reporters: ["progress"],
}).runMutationTest();

interface Mutant {
  readonly file: string;
  readonly lineNumber: number;
  readonly line: string;
  readonly change: string;
  readonly killed: boolean;
}

const short = (text: string) => {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
};

const mutants: Mutant[] = [];
for (const { fileName, location, replacement, status } of results) {
  const file = path.relative(root, fileName).replaceAll(path.sep, "/");
  // Skips mutants that can't run, and results of other files.
  if (!files.includes(file) || status === "RuntimeError" || status === "CompileError") continue;
  const lines = readFileSync(fileName, "utf8").split("\n");
  const { start, end } = location;
  const touched = lines.slice(start.line - 1, end.line);
  touched[touched.length - 1] = touched.at(-1)?.slice(0, end.column - 1) ?? "";
  touched[0] = touched[0]?.slice(start.column - 1) ?? "";
  mutants.push({
    file,
    lineNumber: start.line,
    line: (lines[start.line - 1] ?? "").trim(),
    change: `${short(touched.join("\n"))} → ${short(replacement ?? "")}`,
    killed: status === "Killed" || status === "Timeout",
  });
}

let failed = false;
const fail = (text: string) => {
  failed = true;
  console.log(text);
};
const percent = (killed: number, all: number) => `${Math.floor((1000 * killed) / all) / 10} %`;

for (const file of files) {
  const all = mutants.filter((mutant) => mutant.file === file);
  const survivors = all.filter(({ killed }) => !killed);
  const accepted = ACCEPTED.filter((one) => one.file === file);
  const killed = all.length - survivors.length;
  if (all.length > 0)
    console.log(`${file}: ${killed} of ${all.length} killed (${percent(killed, all.length)})`);

  for (const { lineNumber, line, change } of survivors) {
    if (accepted.some((one) => one.line === line && one.change === change)) continue;
    const text = `  survived, line ${lineNumber}: ${line}\n    ${change}`;
    if (COMPLETE.includes(file)) fail(text);
    else console.log(text);
  }
  for (const { line, change } of accepted) {
    if (survivors.some((one) => one.line === line && one.change === change)) continue;
    fail(`  accepted, but killed now or gone: ${line}\n    ${change}`);
  }
}

for (const { file } of ACCEPTED) {
  if (!existsSync(file)) fail(`${file} is gone, but survivors of it are accepted`);
}

const killed = mutants.filter((mutant) => mutant.killed).length;
console.log(`\n${killed} of ${mutants.length} mutants killed (${percent(killed, mutants.length)})`);
if (wanted === MUTATED_PAGE) recordScore("npm run test:mutants:page", killed, mutants.length);
if (killed < REQUIRED * mutants.length) fail(`Less than ${100 * REQUIRED} %`);
process.exitCode = failed ? 1 : 0;
