import type { Locator, Page } from "@playwright/test";
import type { EmbeddedWallet } from "../doubles/embedded-wallet.ts";
import { expect, test } from "./support/embedded-wallet-fixtures.ts";

function social(page: Page, provider: string): Locator {
  return page.getByTestId(`social-selector-${provider}`);
}

async function openWindow(page: Page, embedded: EmbeddedWallet, provider: string): Promise<Page> {
  // The popup shows a spinner until the wallet has sent the URL.
  const answer = embedded.hold("GET_SOCIAL_REDIRECT_URI");
  const opened = page.waitForEvent("popup");
  await social(page, provider).click();
  const popup = await opened;
  await popup.waitForURL("**/loading");
  answer();
  await popup.waitForURL(`**/social/${provider}`);
  return popup;
}

test("[K-09] signs in with a social account, in a popup", async ({ page, embedded, openLogin }) => {
  const login = await openLogin();
  const popup = await openWindow(page, embedded, "google");
  await expect(page.getByText("Connect in the provider window")).toBeVisible();

  await popup.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(embedded.signer.address)).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  expect(embedded.asked).toEqual(
    expect.arrayContaining(["GET_SOCIAL_REDIRECT_URI", "CONNECT_SOCIAL", "GET_USER"]),
  );

  await login.openSettings();
  await expect(login.dialog.getByText(embedded.socialName, { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("@appkit-wallet/SOCIAL_USERNAME"))).toBe(
    embedded.socialName,
  );
});

test("[K-09] requests the chosen provider", async ({ page, embedded, openLogin }) => {
  await page.clock.install();
  await openLogin();
  // The dialog shows five providers, and the others after a click.
  await page.locator("wui-logo-select[logo=more]").click();
  for (const provider of ["google", "x", "discord", "github", "apple", "facebook"]) {
    const popup = await openWindow(page, embedded, provider);
    expect(embedded.events.at(-1)).toMatchObject({
      name: "GET_SOCIAL_REDIRECT_URI",
      payload: { provider },
    });
    // AppKit checks once a second whether the visitor has closed the popup.
    await popup.close();
    await page.clock.fastForward(1_000);
    await expect(social(page, provider)).toBeVisible();
  }
});

test("[K-09] does not accept a login from another origin", async ({
  page,
  embedded,
  openLogin,
}) => {
  await openLogin();
  await openWindow(page, embedded, "google");
  await expect(page.getByText("Connect in the provider window")).toBeVisible();

  await page.evaluate(() => window.postMessage({ resultUri: "https://example.org/done" }, "*"));
  await expect(page.getByText("Untrusted Origin")).toBeVisible();
  expect(embedded.asked).not.toContain("CONNECT_SOCIAL");
});

test("[K-09] reports a failed login", async ({ page, embedded, openLogin }) => {
  embedded.faults.set("CONNECT_SOCIAL", { error: "Unknown login" });
  await openLogin();
  const popup = await openWindow(page, embedded, "google");
  await popup.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Something went wrong")).toBeVisible();
  expect(embedded.asked).not.toContain("GET_USER");
});

test("[K-09] signs in with Farcaster by a code for the phone", async ({
  page,
  embedded,
  openLogin,
}) => {
  const login = await openLogin();
  // AppKit misses an answer that arrives before it has rendered the view. The real provider is
  // never so fast.
  const answer = embedded.hold("GET_FARCASTER_URI");
  await social(page, "farcaster").click();
  await expect(page.getByText("Scan this QR Code with your phone")).toBeVisible();
  answer();
  const code = page.locator("wui-qr-code");
  await expect(code).toBeVisible();
  expect(await code.evaluate((element: Element & { uri?: string }) => element.uri)).toBe(
    embedded.farcasterUri,
  );
  await embedded.received("CONNECT_FARCASTER");
  expect(embedded.asked).not.toContain("GET_USER");

  embedded.approveFarcaster();
  await expect(page.getByText(embedded.signer.address)).toBeVisible();
  await login.openSettings();
  await expect(login.dialog.getByText(embedded.socialName, { exact: true })).toBeVisible();
});
