import type { Page } from "@playwright/test";
import { parseEther, verifyMessage } from "ethers";
import { kitWords } from "../../../frontend/src/domain/kit-words.ts";
import { locked } from "../../doubles/wallets/habits/locked.ts";
import { smartAccount } from "../../doubles/wallets/habits/smart-account.ts";
import { WalletRefusal } from "../../doubles/wallets/injected-wallet.ts";
import { deferred } from "../../support/deferred.ts";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { callKit } from "../support/kit-controllers.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

/** A connection's life: restored, ended on either side, and its requests to the wallet. */

const PRICE = parseEther("0.05");

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(`@appkit/${name}`), key);

test("[W-10] restores a connection on reload, and mints", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  expect(await stored(page, "connection_status")).toBe("connected");

  await page.reload();
  await expect(page.getByText(wallet.address)).toBeVisible();
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
});

test("[W-10 control] restores nothing if the wallet has forgotten the site", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  wallet.locked = true;
  await page.reload();
  await expect(mint.connect).toBeEnabled();
  await expect.poll(() => stored(page, "connection_status")).toBe("disconnected");
  await expect(page.getByText(wallet.address)).toHaveCount(0);
});

test("[W-10 control] restores nothing from a wallet that is locked and waits for its password, and prompts for none", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  const unlocked = deferred<void>();
  const { answer } = locked(unlocked.promise);
  wallet.override = (request) => answer?.(request, wallet);
  wallet.requests.length = 0;

  await page.reload();
  await expect.poll(() => stored(page, "connection_status")).toBe("disconnected");
  await expect(mint.connect).toBeEnabled();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
  expect(wallet.sent("eth_accounts").length).toBeGreaterThan(0);
  expect(wallet.sent("eth_requestAccounts")).toEqual([]);

  await mint.connectWith(wallet.name);
  await expect(page.getByText("Accept connection request in the wallet")).toBeVisible();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
  unlocked.resolve();
  await expect(page.getByText(`Connected as ${wallet.address}`)).toBeVisible();
});

test("[W-10] a stored disconnected status clears the address cache", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  await mint.showAccount();
  await expect.poll(() => stored(page, "native_balance_cache")).toContain(wallet.address);
  await page.getByText("Disconnect", { exact: true }).click();
  await expect(mint.connect).toBeVisible();
  expect(await stored(page, "connection_status")).toBe("disconnected");
  // The connection has ended but the cache remains: on reconnecting, the visitor sees the balance at once.
  expect(await stored(page, "native_balance_cache")).toContain(wallet.address);

  await page.reload();
  await mint.showWallets();
  expect(await stored(page, "native_balance_cache")).toBeNull();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
});

test("[W-11] disconnecting resets account, network and connection, and revokes the permission", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  expect(await stored(page, "eip155:connected_connector_id")).toBe(wallet.rdns);

  await mint.disconnect();
  await expect(mint.connect).toBeVisible();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
  expect(await stored(page, "connection_status")).toBe("disconnected");
  expect(await stored(page, "connected_namespaces")).toBe("");
  await expect.poll(() => stored(page, "eip155:connected_connector_id")).toBeNull();
  expect(wallet.sent("wallet_revokePermissions").map(({ params }) => params)).toEqual([
    [{ eth_accounts: {} }],
  ]);
  expect(wallet.permitted).toBe(false);
});

test("[W-11] a wallet that fails to revoke the permission is reported, and the page still disconnects", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  wallet.override = ({ method }) => {
    if (method !== "wallet_revokePermissions") return undefined;
    throw new WalletRefusal({ code: -32603, message: "The wallet is busy" });
  };
  const reported = page.waitForEvent("console", (message) =>
    message.text().startsWith("The wallet did not revoke its permission"),
  );
  await mint.disconnect();
  expect((await reported).type()).toBe("warning");
  await expect(mint.connect).toBeVisible();
  await expect(page.getByText(kitWords.permissionKept)).toBeVisible();
  await expect(page.getByText(wallet.address)).toHaveCount(0);

  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(page.getByText(kitWords.permissionKept)).toHaveCount(0);
  // Of a wallet that revokes it, nothing is said.
  wallet.override = null;
  await mint.disconnect();
  await expect(mint.connect).toBeVisible();
  await expect(page.getByText(kitWords.permissionKept)).toHaveCount(0);
});

test("[W-12] the page is reset to unconnected when the wallet's user revokes the permission", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);

  await wallet.revoke();
  await expect(mint.connect).toBeVisible();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
  await expect(mint.mint).toHaveCount(0);
  await page.reload();
  await expect(mint.connect).toBeEnabled();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
});

test("[W-12 control] another account does not end the connection", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  await wallet.changeAccount(4);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(mint.mint).toBeVisible();
});

test("[W-05] [W-15] calls the wallet by the methods of the specification, and by no others", async ({
  page,
  mainnet: { url, chain },
}) => {
  const options = { chainId: 8453, habits: [smartAccount] };
  const { wallet, mint } = await openWithWallet(page, url, chain, options);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  wallet.override = ({ method }) => {
    if (method !== "wallet_switchEthereumChain" || wallet.addedChains.length > 0) return undefined;
    throw new WalletRefusal({ code: 4902, message: "Unrecognized chain ID" });
  };
  await mint.connectWith(wallet.name);
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");

  const signature = await callKit(page, "connection", "signMessage", "Good morning");
  expect(verifyMessage("Good morning", String(signature))).toBe(wallet.address);
  // Only the provider's package for smart sessions has it called.
  expect(
    await callKit(page, "connection", "grantPermissions", [
      { chainId: "0x1", expiry: 0, permissions: [{ type: "native-token-transfer" }], signer: {} },
    ]),
  ).toEqual({ context: "0x01" });
  await mint.disconnect();
  await expect(mint.connect).toBeVisible();

  expect([...new Set(wallet.requests.map(({ method }) => method))].sort()).toEqual([
    "eth_accounts",
    "eth_chainId",
    "eth_requestAccounts",
    "eth_sendTransaction",
    "personal_sign",
    "wallet_addEthereumChain",
    "wallet_getPermissions",
    "wallet_grantPermissions",
    "wallet_revokePermissions",
    "wallet_switchEthereumChain",
  ]);
});
