import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runToEnd } from "../../support/process.ts";
import { EVERY_FEATURE } from "../support/features-build.ts";
import { expect, test } from "../support/fixtures.ts";
import { findingsInBuild } from "../support/html-judge.ts";
import { PROJECT_ID } from "../support/mainnet-build.ts";

/** What a build writes is HTML as the standard has it. The hydrated page is looked at with each state's accessibility. */

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const RPC = { VITE_RPC_URLS: "https://rpc.example", VITE_TICKET_ADDRESS: TICKET };

const BUILDS = {
  "mainnet with its site's address, an opening and every feature of the kit": [
    "mainnet",
    {
      ...RPC,
      ...EVERY_FEATURE,
      VITE_REOWN_PROJECT_ID: PROJECT_ID,
      VITE_SITE_URL: "https://tickets.example/",
      VITE_SALE_OPENS: "2027-01-01T12:00:00Z",
    },
  ],
  "localhost, without a wallet project": ["localhost", { ...RPC, VITE_REOWN_PROJECT_ID: "" }],
} as const;

async function built(folder: string): Promise<string> {
  return await readFile(path.join(folder, "index.html"), "utf8");
}

test("has no findings in a build for mainnet", async ({ mainnetStack: { folder } }) => {
  expect(await findingsInBuild(await built(folder))).toEqual([]);
});

for (const [title, [mode, settings]] of Object.entries(BUILDS)) {
  test(`has no findings in a build for ${title}`, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "html-"));
    await runToEnd("npm", ["run", "build", "--", "--mode", mode, "--outDir", folder], settings);
    expect(await findingsInBuild(await built(folder))).toEqual([]);
    await rm(folder, { recursive: true });
  });
}
