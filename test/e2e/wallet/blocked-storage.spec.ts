import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

/**
 * Imitates Chrome's "Block all cookies": storage throws, databases don't open and locks are
 * missing. In Firefox, channels are missing too.
 */
async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const denied = (what: string) => new DOMException(`${what}: access is denied`, "SecurityError");
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw denied(name);
        },
      });
    }
    indexedDB.open = () => {
      const request = new EventTarget() as IDBOpenDBRequest;
      Object.defineProperty(request, "error", { value: new DOMException("", "UnknownError") });
      setTimeout(() => request.onerror?.(new Event("error")));
      return request;
    };
    navigator.locks.request = () => Promise.reject(denied("locks"));
    window.BroadcastChannel = class {
      constructor() {
        throw denied("BroadcastChannel");
      }
    } as unknown as typeof BroadcastChannel;
  });
}

test("connects and mints with a telephone's wallet though all storage is refused", async ({
  page,
  mint,
  pair,
}) => {
  await refuseStorage(page);
  const wallet = await pair();
  await mint.buyOneWith(wallet);
  await mint.disconnect();
  await expect(mint.connect).toBeVisible();
  await expect.poll(() => wallet.hasSession).toBe(false);
});
