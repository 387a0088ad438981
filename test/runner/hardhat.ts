import { globSync, mkdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import Mocha from "mocha";

/**
 * Replaces Hardhat's command, because that writes no report and can't share files between
 * processes. Arguments are files or patterns of Mocha tests or `.t.sol` files.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    solidity: { type: "boolean", default: false },
    grep: { type: "string" },
    "no-compile": { type: "boolean", default: false },
    // Processes that get the same folder share the files. Each takes the largest file that is left.
    claims: { type: "string" },
    report: { type: "string" },
  },
});

const ROOT = path.resolve(import.meta.dirname, "../..");
const bytes = (file: string) => statSync(path.join(ROOT, file)).size;
const files = positionals
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .sort((a, b) => bytes(b) - bytes(a));
if (positionals.length > 0 && files.length === 0) {
  console.error(`No test file matches ${positionals.join(" ")}`);
  process.exit(2);
}

// TypeChain's bindings import each other with the ending `.js`, which Node does not resolve.
const requireOfHardhat = createRequire(import.meta.resolve("hardhat/package.json"));
(requireOfHardhat("tsx/esm/api") as { register(): void }).register();

// Must be set before the import. Turns off huge pages, because clearing them costs more than the
// simulated chain's work.
process.env.MIMALLOC_ALLOW_THP ??= "0";
// Set this before the import. Another test checks the bindings.
process.env.HARDHAT_NO_TYPECHAIN = "true";
const { default: hre } = await import("hardhat");
const { mochaReporter, solidityResults, writeResults } = await import(
  "./results/hardhat-results.ts"
);
const { grep, report, claims } = values;

let failed = false;
const isSolidity = (file: string) => file.endsWith(".t.sol");
const solidity = files.filter(isSolidity);
if (values.solidity || solidity.length > 0) {
  const { success, value, error } = await hre.tasks.getTask(["test", "solidity"]).run({
    noCompile: values["no-compile"],
    ...(grep && { grep }),
    testFiles: solidity.map((file) => path.join(ROOT, file)),
  });
  failed ||= !success;
  writeResults(report, solidityResults(success ? value : error));
}
const mocha = files.filter((file) => !isSolidity(file));
if (mocha.length > 0 && !values["no-compile"]) {
  await hre.tasks.getTask("build").run({ noTests: hre.config.solidity.splitTestsCompilation });
}
process.env.NODE_ENV ??= "test";
const reporter = mochaReporter(ROOT, (results) => writeResults(report, results));
for (const file of mocha) {
  if (claims !== undefined && !claim(file, claims)) continue;
  const run = new Mocha({ ...hre.config.test.mocha, reporter, ...(grep && { grep }) });
  run.addFile(path.join(ROOT, file));
  await run.loadFilesAsync();
  const failures = await new Promise<number>((resolve) => run.run(resolve));
  // Removes the runner's listeners of the process, of which Node allows ten.
  run.dispose();
  failed ||= failures > 0;
}
// Ends what a failed test left running.
process.exit(failed ? 1 : 0);

function claim(file: string, folder: string): boolean {
  try {
    mkdirSync(path.join(folder, file.replaceAll("/", "-")));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}
