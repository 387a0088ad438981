import type { Page } from "@playwright/test";

interface Connection {
  readonly saveData: boolean;
  readonly effectiveType: string;
}

/** Chromium estimates it from answers that it has waited for, so a test that depends on it sets it. */
export async function pretendConnection(
  page: Page,
  connection: Connection = { saveData: false, effectiveType: "4g" },
): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { value });
  }, connection);
}
