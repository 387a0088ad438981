import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runToEnd } from "../../support/process.ts";
import { EVERY_FEATURE } from "../support/features-build.ts";
import { expect, test } from "../support/fixtures.ts";
import { findingsInBuild } from "../support/html-judge.ts";
import { PROJECT_ID } from "../support/mainnet-build.ts";

/** Tests of the page's states check the HTML after hydration. */

const SETTINGS = {
  VITE_RPC_URLS: "https://rpc.example",
  VITE_TICKET_ADDRESS: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  ...EVERY_FEATURE,
  VITE_REOWN_PROJECT_ID: PROJECT_ID,
  VITE_SITE_URL: "https://tickets.example/",
  VITE_SALE_OPENS: "2027-01-01T12:00:00Z",
};

async function built(folder: string): Promise<string> {
  return await readFile(path.join(folder, "index.html"), "utf8");
}

test("has no findings in a build for mainnet", async ({ mainnetStack: { folder } }) => {
  expect(await findingsInBuild(await built(folder))).toEqual([]);
});

test("has no findings in a build with its site's address, an opening and every feature of the kit", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "html-"));
  await runToEnd("npm", ["run", "build", "--", "--mode", "mainnet", "--outDir", folder], SETTINGS);
  expect(await findingsInBuild(await built(folder))).toEqual([]);
  await rm(folder, { recursive: true });
});
