import type { Page } from "@playwright/test";
import { Interface, parseEther } from "ethers";
import {
  type AskedTransaction,
  installEverydayWallet,
} from "../../../test/doubles/wallets/everyday-wallet.ts";
import { smartAccount } from "../../../test/doubles/wallets/habits.ts";
import { InjectedWallet } from "../../../test/doubles/wallets/injected-wallet.ts";
import { KitDialog } from "../../../test/e2e/support/kit-dialog.ts";
import { deferred } from "../../../test/support/deferred.ts";
import { DOLLAR_BALANCE, ETHER_BALANCE } from "../doubles/balances.ts";
import type { CloudApi } from "../doubles/cloud-api.ts";
import { USDC } from "../doubles/cloud-state.ts";
import type {} from "../lab/main.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

type Network = Parameters<typeof window.kitLab.createAppKit>[0]["networks"][number];

const RECEIVER = "0x00000000000000000000000000000000C0FFEE01";

function giveEther(cloud: CloudApi): void {
  cloud.state.balances = [
    { ...ETHER_BALANCE, value: 20_000, quantity: { decimals: "18", numeric: "10" } },
  ];
}

async function openSend(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await new KitDialog(page).connectWith("Careful Wallet");
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await page.getByText("Send", { exact: true }).click();
}

const receiverOf = (page: Page) => page.locator("w3m-input-address textarea");

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByRole("button", { name: "Paste" }).click();
  await expect(receiverOf(page)).toHaveValue(text);
  // After the hint has faded, AppKit moves the cursor to the end, even if the visitor has selected
  // the text.
  await page
    .locator("w3m-input-address .instruction")
    .evaluate((hint) => Promise.all(hint.getAnimations().map(({ finished }) => finished)));
}

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

test("[K-14] sends Ether after a token, an amount and a receiver are entered", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  giveEther(cloud);
  const asked = deferred<AskedTransaction>();
  const decision = deferred<boolean>();
  await installEverydayWallet(page, chain, (transaction) => {
    asked.resolve(transaction);
    return decision.promise;
  });
  await openSend(page, url);

  await expect(page.getByRole("button", { name: "Select Token", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Select token", exact: true }).click();
  await page.getByText("Ethereum", { exact: true }).click();

  await expect(page.getByRole("button", { name: "Add Amount" })).toBeDisabled();
  const amount = page.locator("wui-input-amount input");
  await amount.fill("11");
  await expect(page.getByRole("button", { name: "Insufficient Funds" })).toBeDisabled();
  await amount.fill("1.25");
  await expect(page.getByRole("button", { name: "Add Address" })).toBeDisabled();
  // None of these texts is an address or a registered name.
  await paste(page, "0xC0FFEE");
  await expect(page.getByRole("button", { name: "Invalid Address" })).toBeDisabled();
  const receiver = receiverOf(page);
  await receiver.fill("unknown.reown.id");
  await expect(page.getByRole("button", { name: "Invalid Address" })).toBeDisabled();
  await receiver.fill(RECEIVER);
  await page.getByRole("button", { name: "Preview Send" }).click();

  await expect(page.getByText("$2500.00")).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  expect(await asked.promise).toMatchObject({
    to: RECEIVER.toLowerCase(),
    value: parseEther("1.25"),
    data: "0x",
  });
  const loading = page.locator("w3m-wallet-send-preview-view wui-loading-spinner");
  await expect(loading).toBeVisible();
  decision.resolve(true);

  await expect(page.getByText("Transaction started")).toBeVisible();
  expect(await chain.provider.getBalance(RECEIVER)).toBe(parseEther("1.25"));
  await expect(page.getByText("Disconnect")).toBeVisible();
  await page.getByText("Send", { exact: true }).click();
  await expect(page.getByRole("button", { name: "Select Token", exact: true })).toBeDisabled();
  await expect(receiver).toHaveValue("");
});

test("[K-14] sends Ether of the embedded wallet, and goes on to the account in the same dialog", async ({
  page,
  cloud,
  features: { chain },
  restoreLogin,
}) => {
  giveEther(cloud);
  const login = await restoreLogin();
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await page.locator("w3m-tooltip-trigger[text=Send]").click();
  await page.getByRole("button", { name: "Select token", exact: true }).click();
  await page.getByText("Ethereum", { exact: true }).click();
  await page.locator("wui-input-amount input").fill("1.25");
  await paste(page, RECEIVER);
  await page.getByRole("button", { name: "Preview Send" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await login.decide("Approve");

  await expect(page.getByText("Transaction started")).toBeVisible();
  await expect(login.dialog.getByRole("button", { name: "Activity" })).toBeVisible();
  expect(await chain.provider.getBalance(RECEIVER)).toBe(parseEther("1.25"));
});

test("[W-15] lists for sending what the wallet says that it can do and has", async ({
  page,
  cloud: _,
  features: { url, chain },
}) => {
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1, habits: [smartAccount] });
  await openSend(page, url);
  await page.getByRole("button", { name: "Select token", exact: true }).click();
  const token = page.locator("wui-list-token");
  await expect(token).toHaveCount(1);
  await expect(token).toContainText("Savings");
  await expect(token).toContainText("8");
  expect(wallet.sent("wallet_getCapabilities").at(-1)?.params).toEqual([wallet.address]);
  expect(wallet.sent("wallet_getAssets").at(-1)?.params).toEqual([
    { account: wallet.address, chainFilter: ["0x1"] },
  ]);
});

test("[K-14] sends a token to a name", async ({ page, cloud, features: { url, chain } }) => {
  cloud.state.balances = [
    { ...DOLLAR_BALANCE, value: 250, quantity: { decimals: "6", numeric: "250" } },
  ];
  cloud.state.names.set("ada.reown.id", {
    name: "ada.reown.id",
    registered_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    attributes: {},
    addresses: { 60: { address: RECEIVER, created_at: null } },
  });
  const asked: AskedTransaction[] = [];
  await installEverydayWallet(page, chain, (transaction) => {
    asked.push(transaction);
    return true;
  });
  await openSend(page, url);
  await page.getByRole("button", { name: "Select token", exact: true }).click();
  await page.getByText("USD Coin").click();
  await page.locator("wui-input-amount input").fill("40.5");
  await paste(page, "ada");
  await expect(page.getByRole("button", { name: "Invalid Address" })).toBeDisabled();
  await receiverOf(page).fill("ada.reown.id");
  await page.getByRole("button", { name: "Preview Send" }).click();
  await expect(page.getByText("ada.reown.id")).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();

  await expect(page.getByText("Transaction started")).toBeVisible();
  const transfer = new Interface(["function transfer(address to, uint256 amount)"]);
  expect(asked).toEqual([
    expect.objectContaining({
      to: USDC.replace("eip155:1:", ""),
      value: 0n,
      data: transfer.encodeFunctionData("transfer", [RECEIVER, 40_500_000n]),
    }),
  ]);
});

test("[K-14] reports a rejection by the wallet's user, and stops loading", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  giveEther(cloud);
  await installEverydayWallet(page, chain, () => false);
  await openSend(page, url);
  await page.getByRole("button", { name: "Select token", exact: true }).click();
  await page.getByText("Ethereum", { exact: true }).click();
  await page.locator("wui-input-amount input").fill("1");
  await paste(page, RECEIVER);
  await page.getByRole("button", { name: "Preview Send" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Failed to send transaction. Please try again.")).toBeVisible();
  await expect(page.locator("w3m-wallet-send-preview-view wui-loading-spinner")).toBeHidden();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  expect(await chain.provider.getBalance(RECEIVER)).toBe(0n);
});

test("[K-14] the kit sends nothing without amount, receiver and token, and on EVM and Solana only", async ({
  page,
  kitLab,
}) => {
  const refusals: Record<string, readonly string[]> = {};
  for (const chain of ["mainnet", "solana", "bitcoin"] as const) {
    await page.goto(kitLab.url);
    refusals[chain] = await page.evaluate(async (name) => {
      const { createAppKit, controllers, networks } = window.kitLab;
      createAppKit({ networks: [networks[name] as Network], projectId: "0".repeat(32) });
      const { SendController } = controllers;
      const refused: string[] = [];
      const send = async () => {
        const reason = await SendController.sendToken().catch((error: Error) => error.message);
        refused.push(`${reason}${SendController.state.loading ? ", and loads on" : ""}`);
      };
      await send();
      SendController.setTokenAmount(1);
      await send();
      SendController.setReceiverAddress("0x00000000000000000000000000000000C0FFEE01");
      if (name === "mainnet") await send();
      return refused;
    }, chain);
  }
  const required = "An amount and receiver address are required";
  expect(refusals).toEqual({
    mainnet: [required, required, "A token is required"],
    solana: [required, required],
    bitcoin: Array(2).fill("Unsupported chain"),
  });
});
