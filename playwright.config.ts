import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./scripts/dev/browser.ts";

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results",
  // Each has its own chains and builds, and waits for half of its time, so that two cores are busy with three of them.
  // `npm start` runs once in a checkout, and the one file that needs it is one worker's.
  workers: 3,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: await browserLaunchOptions(),
    screenshot: "only-on-failure",
  },
});
