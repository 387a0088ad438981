import type { Page } from "@playwright/test";
import { getBytes, toUtf8String, verifyMessage } from "ethers";
import {
  type InjectedWallet,
  WalletRefusal,
} from "../../../test/doubles/wallets/injected-wallet.ts";
import { account } from "../../../test/e2e/support/chain.ts";
import { EmbeddedLogin } from "./support/embedded-login.ts";
import { expect, test } from "./support/kit-lab-fixtures.ts";

interface Session {
  readonly data: { readonly accountAddress: string; readonly chainId: string };
  readonly message: string;
  readonly signature: string;
}

function signAs(wallet: InjectedWallet, index: number): void {
  wallet.override = ({ method, params }) =>
    method === "personal_sign"
      ? account(index).signMessage(getBytes(String(params[0])))
      : undefined;
}

function sessions(page: Page): Promise<Session[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("sign-in-sessions") ?? "[]"));
}

function isConnected(page: Page): Promise<boolean> {
  return page.evaluate(() => window.appKit.getAccount("eip155")?.isConnected ?? false);
}

const VIEW = "w3m-siwx-sign-message-view";

test.describe("[K-12] sign-in", () => {
  test("is requested after connecting, and stores the signed message", async ({ lab }) => {
    const { page } = lab;
    const wallet = await lab.connectInjected({ signIn: { required: true } });
    signAs(wallet, 1);
    await expect(page.getByText("Kit lab needs to connect to your wallet")).toBeVisible();
    expect(await sessions(page)).toEqual([]);

    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await expect(page.locator(VIEW)).toBeHidden();
    expect(await page.evaluate(() => window.appKit.isOpen())).toBe(false);
    const [session, ...others] = await sessions(page);
    expect(others).toEqual([]);
    expect(session?.data).toMatchObject({ accountAddress: wallet.address, chainId: "eip155:1" });
    expect(verifyMessage(session?.message ?? "", session?.signature ?? "")).toBe(wallet.address);
    const asked = String(wallet.sent("personal_sign")[0]?.params[0]);
    expect(toUtf8String(asked)).toBe(session?.message);

    await page.reload();
    await lab.create({ signIn: { required: true } });
    await expect.poll(() => isConnected(page)).toBe(true);
    await page.evaluate(() => window.appKit.open());
    await expect(page.locator("w3m-account-view")).toBeVisible();
    expect(wallet.sent("personal_sign")).toHaveLength(1);
  });

  test("is requested again when the session has expired", async ({ lab }) => {
    const { page } = lab;
    const start = Date.parse("2026-01-01T00:00:00Z");
    await page.clock.setFixedTime(start);
    const wallet = await lab.connectInjected({ signIn: { required: true } });
    signAs(wallet, 1);
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await expect(page.locator(VIEW)).toBeHidden();
    expect(await sessions(page)).toHaveLength(1);

    await page.clock.setFixedTime(start + 7 * 24 * 60 * 60 * 1_000);
    await page.reload();
    await lab.create({ signIn: { required: true } });
    await expect(page.locator(VIEW)).toBeVisible();
  });

  test("is not requested if it is not configured", async ({ lab }) => {
    const { page } = lab;
    await lab.connectInjected();
    await expect.poll(() => page.evaluate(() => window.appKit.isOpen())).toBe(false);
    await expect(page.locator(VIEW)).toBeHidden();
  });

  test("that is declined says so, and can be retried", async ({ lab }) => {
    const { page } = lab;
    const wallet = await lab.connectInjected({ signIn: { required: true } });
    wallet.override = ({ method }) => {
      if (method === "personal_sign") throw new WalletRefusal({ code: 4001, message: "No" });
    };
    const sign = page.getByRole("button", { name: "Sign", exact: true });
    await sign.click();
    await expect(page.getByText("Signature declined")).toBeVisible();
    expect(await sessions(page)).toEqual([]);

    signAs(wallet, 1);
    await sign.click();
    await expect(page.locator(VIEW)).toBeHidden();
    expect(await sessions(page)).toHaveLength(1);
  });

  test("with another account's key is refused", async ({ lab }) => {
    const { page } = lab;
    const wallet = await lab.connectInjected({ signIn: { required: true } });
    signAs(wallet, 2);
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await expect(page.getByText("Signature declined")).toBeVisible();
    await expect(page.locator(VIEW)).toBeVisible();
    expect(await sessions(page)).toEqual([]);
  });

  test("that is required keeps the dialog open, and disconnects if it is cancelled", async ({
    lab,
  }) => {
    const { page } = lab;
    await lab.connectInjected({ signIn: { required: true } });
    await expect(page.locator(VIEW)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByTestId("w3m-header-close").click();
    await expect(page.locator(VIEW)).toBeVisible();

    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => isConnected(page)).toBe(false);
    await expect.poll(() => page.evaluate(() => window.appKit.isOpen())).toBe(false);
    await page.evaluate(() => window.appKit.open());
    await expect(page.locator("w3m-connect-view")).toBeVisible();
  });

  test("that is not required can be skipped", async ({ lab }) => {
    const { page } = lab;
    await lab.connectInjected({ signIn: { required: false } });
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.evaluate(() => window.appKit.isOpen())).toBe(false);
    expect(await isConnected(page)).toBe(true);
  });

  test("with unreadable sessions disconnects, with a message", async ({ lab }) => {
    const { page } = lab;
    await page.evaluate(() => localStorage.setItem("sign-in-sessions", "no JSON"));
    const wallet = await lab.announceInjected();
    await lab.create({ signIn: { required: true } });
    await page.evaluate(() => window.appKit.open({ view: "Connect" }));
    await page.getByText(wallet.name).click();
    await expect
      .poll(() => page.evaluate(() => window.kitLab.controllers.SnackController.state.message))
      .toBe("A problem occurred while trying initialize authentication");
    expect(await isConnected(page)).toBe(false);
  });

  test("accepts one configuration, not two", async ({ lab: { page } }) => {
    const refusal = page.evaluate(() => {
      const { createAppKit, EthersAdapter, localSignIn, networks } = window.kitLab;
      createAppKit({
        adapters: [new EthersAdapter()],
        networks: [networks.mainnet],
        projectId: "0",
        siwx: localSignIn({ required: true }),
        siweConfig: { mapToSIWX: () => localSignIn({ required: true }) },
      } as never);
    });
    await expect(refusal).rejects.toThrow("Cannot set both `siweConfig` and `siwx` options");
    expect(await page.evaluate(() => document.querySelector("w3m-modal"))).toBeNull();
  });
});

test("[K-12] blames a decline on a smart account if the embedded wallet has one", async ({
  lab,
  embedded,
}) => {
  const { page } = lab;
  embedded.smartAccountNetworks = [1];
  await lab.createSignedIn({ signIn: { required: true } });
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await new EmbeddedLogin(page).decide("Decline");
  await expect(page.getByText("This application might not support Smart Accounts")).toBeVisible();
  expect(await sessions(page)).toEqual([]);
});

test("[W-15] asks the wallet for a sign-in by personal_sign only, from the kit's dialog", async ({
  lab,
}) => {
  const { page } = lab;
  const wallet = await lab.connectInjected({ signIn: { required: true } });
  wallet.requests.length = 0;
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await expect.poll(() => sessions(page)).toHaveLength(1);
  expect(wallet.requests.map(({ method }) => method)).toEqual(["personal_sign"]);
});

test("[K-12] signs in with the embedded wallet, in its frame", async ({ lab, embedded }) => {
  const { page } = lab;
  await lab.createSignedIn({ signIn: { required: true } });
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await page.frameLocator("#w3m-iframe").getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => sessions(page)).toHaveLength(1);
  await expect.poll(() => page.evaluate(() => window.appKit.isOpen())).toBe(false);
  expect((await sessions(page))[0]?.data.accountAddress).toBe(embedded.signer.address);
});
