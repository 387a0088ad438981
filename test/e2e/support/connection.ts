import type { Page } from "@playwright/test";

/** Of the Network Information API. */
interface Connection {
  readonly saveData: boolean;
  readonly effectiveType: string;
}

/**
 * What a page reads of the visitor's connection. Chromium estimates it from the answers that it has waited for, so a test
 * that depends on it says what it is.
 */
export async function pretendConnection(
  page: Page,
  connection: Connection = { saveData: false, effectiveType: "4g" },
): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { value });
  }, connection);
}
