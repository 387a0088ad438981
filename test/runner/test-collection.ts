import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeOtherProject } from "../support/other-project.ts";

/**
 * `npm run test:collection`: runs the suites in a copy with another collection and another network.
 * A test that fails there holds a value that it should import from `collection.ts`.
 */

const GNOSIS = `
  gnosis: {
    chainId: 100,
    title: "Gnosis",
    nameInMessage: "GNOSIS CHAIN",
    currency: { name: "xDAI", symbol: "XDAI", decimals: 18 },
    testnet: false,
    confirmations: 4,
    explorer: { name: "Gnosisscan", url: "https://gnosisscan.io" },
    marketplace: null,
    rpcUrls: ["https://gnosis-rpc.publicnode.com", "https://gnosis.drpc.org"],
    maxFeePerGasLimit: 2_000_000_000_000n,
    priceFeed: null,
  },
`;
const ROWS_BEGIN = "export const networks = {\n";

/** The team edits this file and `test/dev/collection.test.ts` (docs/customise.md). */
const OF_THE_SPECIFICATION = ["--exclude", "src/specification.test.tsx"];

const MONEY = [
  "test/runner/networks.test.ts",
  "test/tasks/affiliates/affiliates.test.ts",
  "test/tasks/affiliates/report.test.ts",
  "test/tasks/owner/sale-tasks.test.ts",
  "test/tasks/payouts/due.test.ts",
  "test/tasks/payouts/pay.test.ts",
];

const SUITES: readonly (readonly string[])[] = [
  ["hardhat", "build", "--no-typechain"],
  ["test:contracts", "--no-compile"],
  ["test:files", "--no-compile", ...MONEY],
  ["test:frontend", ...OF_THE_SPECIFICATION],
];

const project = await makeOtherProject();
const file = path.join(project.folder, "networks.ts");
const networks = readFileSync(file, "utf8");
if (!networks.includes(ROWS_BEGIN)) throw new Error(`networks.ts has no ${ROWS_BEGIN}`);
writeFileSync(file, networks.replace(ROWS_BEGIN, ROWS_BEGIN + GNOSIS));

const red = SUITES.filter(([script = "", ...words]) => {
  console.log(`── another collection: npm run ${[script, ...words].join(" ")}`);
  const { status } = spawnSync(process.execPath, ["--run", script, "--", ...words], {
    cwd: project.folder,
    stdio: "inherit",
  });
  return status !== 0;
});
await project.remove();
for (const [script] of red) console.error(`Red for another collection: ${script}`);
process.exitCode = red.length > 0 ? 1 : 0;
