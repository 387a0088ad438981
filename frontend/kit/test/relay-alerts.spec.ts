import { expect, test } from "../../../test/e2e/support/fixtures.ts";
import { MintPageObject } from "../../../test/e2e/support/page.ts";

for (const [words, alert, detail] of [
  [
    "Unauthorized: origin not allowed",
    "Invalid App Configuration",
    (origin: string) =>
      `Origin ${origin} not found on Allowlist - update configuration on cloud.reown.com`,
  ],
  [
    "JWT validation error: JWT Token is not yet valid",
    "Session Expired",
    () =>
      "Invalid session found on UniversalProvider - please check your time settings and connect again",
  ],
  [
    "Unauthorized: invalid key",
    "Invalid Project ID",
    () => "Invalid Project ID - update configuration",
  ],
] as const) {
  test(`[K-27] "${alert}" when the relay says: ${words}`, async ({
    page,
    mainnet: { url },
    relay,
  }) => {
    relay.refusal = words;
    await page.goto(url);
    const logged = page.waitForEvent("console", (message) =>
      message.text().includes(detail(new URL(url).origin)),
    );
    await new MintPageObject(page).connect.click();
    await page.getByText("WalletConnect", { exact: true }).click();
    await expect(page.getByTestId("wui-alertbar-text")).toHaveText(alert);
    expect((await logged).type()).toBe("error");
  });
}

test("[K-27 control] shows no alert if the relay accepts the page", async ({
  page,
  mainnet: { url },
  relay,
  verifyPage,
}) => {
  await page.goto(url);
  await new MintPageObject(page).openQrCode();
  await relay.next("wc_sessionPropose", "page");
  expect(verifyPage.asked).toHaveLength(1);
  await expect(page.getByTestId("wui-alertbar-text")).toHaveText("");
});
