import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./test/e2e/support/browser.ts";

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results",
  // Each has its own chains and builds, which a small machine has room for twice. `npm start` runs once in a checkout, and
  // the one file that needs it is one worker's.
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: await browserLaunchOptions(),
    screenshot: "only-on-failure",
  },
});
