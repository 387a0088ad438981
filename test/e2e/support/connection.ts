import type { Page } from "@playwright/test";

interface Connection {
  readonly saveData: boolean;
  readonly effectiveType: string;
}

/** Fixes the connection's quality, which Chromium would estimate from earlier answers. */
export async function pretendConnection(
  page: Page,
  connection: Connection = { saveData: false, effectiveType: "4g" },
): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { value });
  }, connection);
}
