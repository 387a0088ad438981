import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./scripts/dev/browser.ts";

export default defineConfig({
  globalSetup: "./test/e2e/support/shared-build.ts",
  outputDir: "test-results",
  // Each worker has its own chains and browser, and waits for half of its time, so three keep two cores busy.
  // `npm start` can run only once in a checkout; the one file that needs it runs in one worker.
  workers: 3,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: "page", testDir: "test/e2e" },
    { name: "kit", testDir: "frontend/kit/test" },
  ],
  use: {
    launchOptions: await browserLaunchOptions(),
    screenshot: "only-on-failure",
  },
});
