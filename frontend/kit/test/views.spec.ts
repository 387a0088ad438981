import { devices, type Page } from "@playwright/test";
import { PROJECT_ID } from "../../../test/e2e/support/mainnet-build.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

type Options = Parameters<typeof window.kitLab.createAppKit>[0];
type Adapter = NonNullable<Options["adapters"]>[number];
type View = Parameters<typeof window.kitLab.controllers.RouterController.reset>[0];

async function show(page: Page, view: View): Promise<void> {
  await page.evaluate(
    async (name) => await window.kitLab.controllers.ModalController.open({ view: name }),
    view,
  );
}

const drawn = (page: Page, element: string) => page.locator(`w3m-router ${element}`);

async function rememberLogin(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem("@appkit-wallet/EMAIL_LOGIN_USED_KEY", "true"));
}

async function connected(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => window.appKit.getAccount("eip155")?.address ?? null))
    .not.toBeNull();
}

test("[K-01] has the ten views, each by its name", async ({ page, cloud: _, lab, embedded }) => {
  embedded.remember("ada@example.org");
  await rememberLogin(page);
  await lab.create({ features: { email: true, swaps: true } });
  await connected(page);
  const dialog = page.locator("w3m-modal");
  for (const [view, element, words] of [
    ["Connect", "w3m-connect-view", "Connect Wallet"],
    ["Account", "w3m-account-view", "Tokens"],
    ["AllWallets", "w3m-all-wallets-view", "All Wallets"],
    ["ConnectingWalletConnectBasic", "w3m-connecting-wc-basic-view", "WalletConnect"],
    ["UnsupportedChain", "w3m-unsupported-chain-view", "Switch Network"],
    ["ApproveTransaction", "w3m-approve-transaction-view", "Approve Transaction"],
    ["RegisterAccountName", "w3m-register-account-name-view", "Choose name"],
    ["RegisterAccountNameSuccess", "w3m-register-account-name-success-view", /chosen successfully/],
    ["SIWXSignMessage", "w3m-siwx-sign-message-view", "Sign In"],
    ["Swap", "w3m-swap-view", "Swap"],
  ] as const) {
    await show(page, view);
    await expect(drawn(page, element), view).toBeVisible();
    await expect(dialog.getByText(words).first(), view).toBeVisible();
  }
});

for (const [device, settings, view, element] of [
  ["a desktop", {}, "ConnectingWalletConnectBasic", "w3m-connecting-wc-basic-view"],
  ["a phone", { userAgent: devices["Pixel 7"].userAgent }, "AllWallets", "w3m-all-wallets-view"],
] as const) {
  test.describe(() => {
    test.use(settings);

    test(`[K-02] on ${device} it opens on ${view} without adapters and in WalletConnect's own mode`, async ({
      page,
      cloud: _,
      kitLab,
    }) => {
      for (const [what, withAdapter, options, expected] of [
        ["no adapters", false, {}, element],
        ["WalletConnect's own mode", true, { manualWCControl: true }, element],
        ["adapters", true, {}, "w3m-connect-view"],
        ["adapters and the option `basic`", true, { basic: true }, element],
      ] as const) {
        await page.goto(kitLab.url);
        await page.evaluate(
          async ({ projectId, adapter, given }) => {
            const { createAppKit, EthersAdapter, networks } = window.kitLab;
            window.appKit = createAppKit({
              networks: [networks.mainnet],
              projectId,
              ...(adapter && { adapters: [new EthersAdapter() as Adapter] }),
              ...given,
            });
            await window.appKit.open();
          },
          { projectId: PROJECT_ID, adapter: withAdapter, given: options },
        );
        await expect(drawn(page, expected), what).toBeVisible();
      }
    });
  });
}

test("[K-03] can't be closed while a transaction waits for approval, except by force", async ({
  page,
  cloud: _,
  lab,
  embedded,
}) => {
  embedded.remember("ada@example.org");
  await rememberLogin(page);
  await lab.create({ features: { email: true } });
  await connected(page);
  const approval = drawn(page, "w3m-approve-transaction-view");
  await show(page, "ApproveTransaction");
  await expect(approval).toBeVisible();
  await page.evaluate(() => window.appKit.close());
  await expect(approval).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(approval).toBeVisible();
  expect(await page.evaluate(() => window.appKit.isOpen())).toBe(true);
  await page.evaluate(() => window.kitLab.controllers.ModalController.close(true));
  await expect(approval).toBeHidden();

  await show(page, "Account");
  await expect(drawn(page, "w3m-account-view")).toBeVisible();
  await page.evaluate(() => window.appKit.close());
  await expect(drawn(page, "w3m-account-view")).toBeHidden();
});

test("[K-03] returns to Connect or to Account when it is closed as an embedded dialog", async ({
  page,
  gateway: _,
  kitLab,
  embedded,
}) => {
  const create = async () => {
    await page.goto(kitLab.url);
    await page.evaluate((projectId) => {
      const { createAppKit, EthersAdapter, networks } = window.kitLab;
      document.body.append(document.createElement("w3m-modal"));
      window.appKit = createAppKit({
        adapters: [new EthersAdapter() as Adapter],
        networks: [networks.mainnet],
        projectId,
        enableEmbedded: true,
        features: { email: true, socials: false },
      });
    }, PROJECT_ID);
  };
  await create();
  await expect(drawn(page, "w3m-connect-view")).toBeVisible();
  await show(page, "AllWallets");
  await expect(drawn(page, "w3m-all-wallets-view")).toBeVisible();
  await page.evaluate(() => window.appKit.close());
  await expect(drawn(page, "w3m-connect-view")).toBeVisible();

  embedded.remember("ada@example.org");
  await rememberLogin(page);
  await create();
  await connected(page);
  // Waits until AppKit has opened the account by itself, because that view would otherwise replace
  // the next one.
  await expect(drawn(page, "w3m-account-view")).toBeVisible();
  await show(page, "WhatIsAWallet");
  await expect(drawn(page, "w3m-what-is-a-wallet-view")).toBeVisible();
  await page.evaluate(() => window.appKit.close());
  await expect(drawn(page, "w3m-account-view")).toBeVisible();
});
