import { existsSync, globSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { recordScore } from "../results/scores.ts";

/**
 * `npm run test:mutants:page` and `npm run test:mutants:scripts`. Further words are the files or
 * folders to mutate. A run uses the results in `.stryker/` and retries only what changed; `--force`
 * retries everything.
 */
const PARTS: Readonly<Record<string, Part>> = {
  page: {
    mutated: [
      ...["platform", "domain", "chain", "mint", "wallet/wallet.ts"].map(
        (place) => `frontend/src/${place}`,
      ),
    ],
    config: "./frontend/vitest.mutants.config.ts",
  },
  scripts: {
    mutated: [
      "shared/site-url",
      "tasks/affiliates/affiliate-file",
      "tasks/owner/royalty",
      "tasks/cli/amounts",
      "tasks/cli/coins",
      "tasks/cli/command-line",
      "tasks/cli/table",
      "tasks/cli/task",
      "tasks/chain/describe-error",
      "tasks/run-action",
      "tasks/cli/confirm",
      "tasks/outbox/fees",
      "tasks/record/record",
      "tasks/outbox/safe/safe",
      "tasks/sale/affiliate-code",
      "tasks/sale/block-time",
      "tasks/sale/csv",
      "tasks/sale/sale-events",
    ].map((name) => `scripts/${name}.ts`),
    // Mocha would start Node and load ethers for each mutant, which takes seconds.
    config: "test/runner/mutants/vitest.config.ts",
  },
};

interface Part {
  /** Files and folders. */
  readonly mutated: readonly string[];
  /** Vitest's configuration. */
  readonly config: string;
}

/**
 * The mutants that survived the last run, in files that handle a buyer's money. Most change only the
 * text of an error that is never shown, or nothing that can be observed. A new one needs a test.
 */
const MOST_SURVIVORS: Readonly<Record<string, number>> = {
  "frontend/src/chain/purchase/assessment.ts": 8,
  "frontend/src/chain/purchase/chain-answers.ts": 12,
  "frontend/src/chain/purchase/gas-limit.ts": 2,
  "frontend/src/chain/purchase/nonce-user.ts": 2,
  "frontend/src/chain/purchase/purchase.ts": 1,
  "frontend/src/chain/purchase/sale-search.ts": 14,
  "frontend/src/chain/purchase/settlement.ts": 12,
  "frontend/src/chain/purchase/sighting.ts": 14,
  "frontend/src/chain/purchase/sold.ts": 3,
  "frontend/src/chain/sale/confirm-sale.ts": 8,
  "frontend/src/domain/order/link.ts": 0,
  "frontend/src/domain/order/price.ts": 0,
};

process.chdir(path.resolve(import.meta.dirname, "../../.."));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { force: { type: "boolean", default: false } },
});
const [name = "", ...chosen] = positionals;
const part = PARTS[name];
if (part === undefined) throw new Error(`There are: ${Object.keys(PARTS).join(", ")}`);
const gone = [...part.mutated, ...chosen].filter((place) => !existsSync(place));
if (gone.length > 0) throw new Error(`There is no ${gone.join(", ")}, from the repository's root`);

const files = (chosen.length > 0 ? chosen : part.mutated)
  .flatMap((place) => (/\.tsx?$/.test(place) ? place : globSync(`${place}/**/*.{ts,tsx}`)))
  .filter((file) => !/\.test\.tsx?$/.test(file));

const results = await new Stryker({
  mutate: files,
  testRunner: "vitest",
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  vitest: { configFile: part.config },
  // Leaves out the root's tsconfig.json, because the tool rewrites it through an interface that
  // TypeScript 7 lacks.
  ignorePatterns: ["/tsconfig.json", "artifacts", "cache", "node_modules", "dist"],
  incremental: true,
  incrementalFile: `.stryker/${name}.json`,
  force: values.force,
  tempDirName: `.stryker/copies-${name}`,
  concurrency: 2,
  // The limit is high, because a timeout counts as killed and a busy machine must not cause one.
  timeoutMS: 20_000,
  reporters: ["progress", "clear-text"],
  clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
  thresholds: { high: 95, low: 90, break: 90 },
}).runMutationTest();

// Skips mutants that can't run, and earlier results of other files.
const tried = results.filter(
  ({ fileName, status }) =>
    files.includes(path.relative(".", fileName)) && !/Error$|Ignored/.test(status),
);
const survivors = tried.filter(({ status }) => status !== "Killed" && status !== "Timeout");
for (const [file, most] of Object.entries(MOST_SURVIVORS)) {
  const alive = survivors.filter(({ fileName }) => path.relative(".", fileName) === file).length;
  if (alive <= most) continue;
  console.error(`${file}: ${alive} survive, ${most} before`);
  process.exitCode = 1;
}
if (chosen.length === 0) {
  const noticed = tried.length - survivors.length;
  recordScore(`npm run test:mutants:${name}`, noticed, tried.length);
}
