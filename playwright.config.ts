import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./scripts/dev/browser.ts";

export default defineConfig({
  globalSetup: "./test/e2e/support/mainnet-build.ts",
  outputDir: "test-results",
  // Three workers keep two cores busy, because each waits half of the time. Only one worker runs
  // the file with `npm start`, because a checkout can run it only once.
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
