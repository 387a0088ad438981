import { globSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

/**
 * Replaces Hardhat's own command, because that writes no report. Positional arguments are files or
 * patterns, for mocha or, with `.t.sol`, for Solidity.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    solidity: { type: "boolean", default: false },
    grep: { type: "string" },
    "no-compile": { type: "boolean", default: false },
    shard: { type: "string" },
    report: { type: "string" },
  },
});

const ROOT = path.resolve(import.meta.dirname, "../..");
const matching = positionals.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
if (positionals.length > 0 && matching.length === 0) {
  console.error(`No test file matches ${positionals.join(" ")}`);
  process.exit(2);
}
const files = values.shard === undefined ? matching : shard(matching, values.shard);

// TypeChain's bindings import each other with the ending `.js`, which Node does not resolve.
const requireOfHardhat = createRequire(import.meta.resolve("hardhat/package.json"));
(requireOfHardhat("tsx/esm/api") as { register(): void }).register();

// The simulated chain's huge pages cost more to clear than its work. Set this before the import.
process.env.MIMALLOC_ALLOW_THP ??= "0";
// Set this before the import. Another test checks the bindings.
process.env.HARDHAT_NO_TYPECHAIN = "true";
const { default: hre } = await import("hardhat");
const { mochaReporter, solidityResults, writeResults } = await import(
  "./results/hardhat-results.ts"
);
const options = { noCompile: values["no-compile"], ...(values.grep && { grep: values.grep }) };

let failed = false;
const absolute = (names: readonly string[]) => names.map((file) => path.join(ROOT, file));
const isSolidity = (file: string) => file.endsWith(".t.sol");
const solidity = files.filter(isSolidity);
if (values.solidity || solidity.length > 0) {
  const { success, value, error } = await hre.tasks
    .getTask(["test", "solidity"])
    .run({ ...options, testFiles: absolute(solidity) });
  failed ||= !success;
  writeResults(values.report, solidityResults(success ? value : error));
}
const mocha = files.filter((file) => !isSolidity(file));
if (mocha.length > 0) {
  hre.config.test.mocha.reporter = mochaReporter(ROOT, (results) =>
    writeResults(values.report, results),
  );
  const { success } = await hre.tasks
    .getTask(["test", "mocha"])
    .run({ ...options, testFiles: absolute(mocha) });
  failed ||= !success;
}
process.exitCode = failed ? 1 : 0;

/** Gives the largest file to the smallest shard first, because duration grows with size. */
function shard(files: readonly string[], which: string): string[] {
  const [, number = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(which) ?? []).map(Number);
  if (number < 1 || number > of) {
    console.error(`--shard is a number of a number, as 1/2, not ${which}`);
    process.exit(2);
  }
  const shards = Array.from({ length: of }, () => ({ files: [] as string[], bytes: 0 }));
  const sized = files.map((file) => ({ file, bytes: statSync(path.join(ROOT, file)).size }));
  for (const { file, bytes } of sized.sort((a, b) => b.bytes - a.bytes)) {
    const [least] = shards.toSorted((a, b) => a.bytes - b.bytes);
    least?.files.push(file);
    if (least) least.bytes += bytes;
  }
  return (shards[number - 1]?.files ?? []).sort();
}
