import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./test/e2e/support/browser.ts";

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results",
  // The stacks that tests share are per worker, and a small machine has room for one.
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: await browserLaunchOptions(),
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
  },
});
