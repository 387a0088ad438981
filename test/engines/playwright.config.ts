import { defineConfig } from "@playwright/test";
import { findEngines } from "./engines.ts";

const { found, missing } = await findEngines();
// Prints once only, because each worker also reads this file.
if (process.env.TEST_WORKER_INDEX === undefined) {
  console.log(`Engines: ${found.map(({ name }) => name).join(", ")}`);
  for (const name of missing) console.log(`Not on this machine, so not tried: ${name}`);
}

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/engines",
  workers: 3,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  projects: found.map(({ name }) => ({ name })),
});
