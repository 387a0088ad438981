import type { Page } from "@playwright/test";
import { getBytes, toUtf8String } from "ethers";
import type { InjectedWallet } from "../../../test/doubles/wallets/injected-wallet.ts";
import { account } from "../../../test/e2e/support/chain.ts";
import { EmbeddedLogin } from "./support/embedded-login.ts";
import { expect, test } from "./support/kit-lab-fixtures.ts";

const VIEW = "w3m-siwx-sign-message-view";

function sessions(page: Page): Promise<unknown[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("sign-in-sessions") ?? "[]"));
}

/** Tries three ways of closing the dialog. It shakes each time. */
async function tryToClose(page: Page, view: string): Promise<void> {
  const card = page.locator("w3m-modal wui-card");
  const ways: readonly (() => Promise<void>)[] = [
    () => page.keyboard.press("Escape"),
    () => page.getByTestId("w3m-header-close").click(),
    () => page.getByTestId("w3m-modal-overlay").click({ position: { x: 5, y: 5 } }),
  ];
  for (const close of ways) {
    await expect(card).toHaveAttribute("shake", "false");
    await close();
    await expect(card).toHaveAttribute("shake", "true");
    await expect(page.locator(view)).toBeVisible();
  }
}

function signWith(wallet: InjectedWallet, sign: (message: string) => Promise<string>): void {
  wallet.override = ({ method, params }) =>
    method === "personal_sign" ? sign(toUtf8String(getBytes(String(params[0])))) : undefined;
}

test("[K-40] a required sign-in keeps the dialog open until there is a session", async ({
  lab,
}) => {
  const { page } = lab;
  const wallet = await lab.connectInjected({ signIn: { required: true } });
  signWith(wallet, (message) => account(1).signMessage(message));
  await expect(page.locator(VIEW)).toBeVisible();
  await tryToClose(page, VIEW);
  expect(await sessions(page)).toEqual([]);

  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(page.locator(VIEW)).toBeHidden();
  expect(await sessions(page)).toHaveLength(1);
  await page.evaluate(() => window.appKit.open({ view: "Account" }));
  await page.keyboard.press("Escape");
  await expect(page.locator("w3m-modal wui-card")).toBeHidden();
});

test("[K-40] the same holds while the embedded wallet asks for the signature", async ({ lab }) => {
  const { page } = lab;
  await lab.createSignedIn({ signIn: { required: true } });
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(page.locator("w3m-approve-transaction-view")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("w3m-approve-transaction-view")).toBeVisible();
  expect(await sessions(page)).toEqual([]);
  await new EmbeddedLogin(page).decide("Approve");
  await expect.poll(() => sessions(page)).toHaveLength(1);
  await expect.poll(() => page.evaluate(() => window.appKit.isOpen())).toBe(false);
});

test("[K-40] an optional sign-in can be closed without a session", async ({ lab }) => {
  const { page } = lab;
  await lab.connectInjected({ signIn: { required: false } });
  await expect(page.locator(VIEW)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(VIEW)).toBeHidden();
  expect(await page.evaluate(() => window.appKit.getAccount("eip155")?.isConnected)).toBe(true);
  expect(await sessions(page)).toEqual([]);
});

test("[K-40] a signature that fails its check is no session, and the dialog stays open", async ({
  lab,
}) => {
  const { page } = lab;
  await page.clock.install();
  const wallet = await lab.connectInjected({ signIn: { required: true } });
  const own = account(1);
  const forgeries: readonly ((message: string) => Promise<string>)[] = [
    // The signatures are from another account, for another message, or altered.
    (message) => account(2).signMessage(message),
    (message) => own.signMessage(message.replace("Version: 1", "Version: 2")),
    async (message) => (await own.signMessage(message)).replace(/.{4}(.{2})$/, "0000$1"),
  ];
  for (const [index, forge] of forgeries.entries()) {
    signWith(wallet, forge);
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await expect.poll(() => wallet.sent("personal_sign")).toHaveLength(index + 1);
    await expect(page.getByText("Signature declined")).toBeVisible();
    await page.clock.fastForward(2_500);
    await expect(page.getByText("Signature declined")).toBeHidden();
    expect(await sessions(page)).toEqual([]);
  }
  await tryToClose(page, VIEW);
});
