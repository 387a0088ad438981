import type { Page } from "@playwright/test";
import { networks } from "../../../networks.ts";
import { installEverydayWallet } from "../../../test/doubles/wallets/everyday-wallet.ts";
import { WalletRefusal } from "../../../test/doubles/wallets/injected-wallet.ts";
import { openWithWallet } from "../../../test/e2e/support/connected-page.ts";
import { KitDialog } from "../../../test/e2e/support/kit-dialog.ts";
import { serveBuild } from "../../../test/e2e/support/mainnet-build.ts";
import { startChain } from "../../../test/e2e/support/node.ts";
import { MintPageObject } from "../../../test/e2e/support/page.ts";
import { DOLLAR_BALANCE, ETHER_BALANCE } from "../doubles/balances.ts";
import type { Balance } from "../doubles/cloud-state.ts";
import type {} from "../lab/main.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

/** The value is not price times amount, so a test can distinguish them. */
const ETHER: Balance = { ...ETHER_BALANCE, value: 3_100 };

async function showAccount(page: Page) {
  await new MintPageObject(page).showAccount();
  return page.locator("w3m-account-default-widget");
}

test("[K-34] an account's balances are in US dollars", async ({ page, cloud, restoreLogin }) => {
  cloud.state.balances = [ETHER, DOLLAR_BALANCE];
  await restoreLogin();
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await expect(page.locator("wui-balance")).toHaveText(/^\s*\$3,?350\.25\s*$/);
  await expect(page.locator("wui-list-token").nth(0)).toContainText("$3100.00");
  await expect(page.locator("wui-list-token").nth(1)).toContainText("$250.25");
  const asked = cloud.to("balance").map(({ query }) => query.currency);
  expect(new Set(asked)).toEqual(new Set(["usd"]));
});

test("[K-34] a token's price is in US dollars", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  cloud.state.balances = [ETHER, DOLLAR_BALANCE];
  await installEverydayWallet(page, chain, () => false);
  await page.goto(url);
  await new KitDialog(page).connectWith("Careful Wallet");
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await page.getByText("Swap", { exact: true }).click();
  await page.getByTestId("swap-input-sourceToken").fill("1.25");
  await expect(page.locator("w3m-swap-input").first()).toContainText("$2,500.00");
  const asked = cloud.to("price").map(({ body }) => (body as { currency: string }).currency);
  expect(new Set(asked)).toEqual(new Set(["usd"]));
});

test("[K-34] a balance on a testnet is 0.00", async ({ page }) => {
  test.setTimeout(120_000);
  const { chainId, testnet } = networks.localhost;
  expect(testnet).toBe(true);
  const { chain, ticketAddress, stop } = await startChain(chainId);
  const build = await serveBuild("localhost", {
    VITE_RPC_URLS: chain.url,
    VITE_TICKET_ADDRESS: ticketAddress,
  });
  try {
    const { wallet, mint } = await openWithWallet(page, build.url, chain, { chainId });
    expect(await chain.provider.getBalance(wallet.address)).toBeGreaterThan(0n);
    await mint.connectWith(wallet.name);
    const account = await showAccount(page);
    await expect(account).toContainText(/(^|\s)0\.00 ETH/);
  } finally {
    await build.close();
    await stop();
  }
});

test("[K-34] a balance on a network that is none is its amount", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openWithWallet(page, url, chain);
  await chain.provider.send("hardhat_setBalance", [wallet.address, "0x0"]);
  await mint.connectWith(wallet.name);
  const account = await showAccount(page);
  await expect(account).toContainText(/(^|\s)0\.000 ETH/);
});

test("[K-34] native coins have 18 decimals for Ether, 9 for Solana and 8 for Bitcoin", async ({
  page,
  kitLab,
  cloud: _,
}) => {
  await page.goto(kitLab.url);
  const coins = await page.evaluate((projectId) => {
    const { createAppKit, networks: known } = window.kitLab;
    type Networks = Parameters<typeof createAppKit>[0]["networks"];
    const { mainnet, sepolia, base, optimism, arbitrum, zksync } = known;
    const { solana, solanaTestnet, solanaDevnet, bitcoin, bitcoinTestnet } = known;
    const kit = createAppKit({
      networks: [
        mainnet,
        sepolia,
        base,
        optimism,
        arbitrum,
        zksync,
        solana,
        solanaTestnet,
        solanaDevnet,
        bitcoin,
        bitcoinTestnet,
      ] as never as Networks,
      projectId,
    });
    return kit.getCaipNetworks().map(({ name, chainNamespace, nativeCurrency }) => {
      return [name, chainNamespace, nativeCurrency.decimals];
    });
  }, "0".repeat(32));
  expect(coins).toEqual([
    ["Ethereum", "eip155", 18],
    ["Sepolia", "eip155", 18],
    ["Base", "eip155", 18],
    ["OP Mainnet", "eip155", 18],
    ["Arbitrum One", "eip155", 18],
    ["ZKsync Era", "eip155", 18],
    ["Solana", "solana", 9],
    ["Solana Testnet", "solana", 9],
    ["Solana Devnet", "solana", 9],
    ["Bitcoin", "bip122", 8],
    ["Bitcoin Testnet", "bip122", 8],
  ]);
});

test("[K-34] a wallet that is asked to add the page's network is told the 18 decimals of Ether", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openWithWallet(page, url, chain, { chainId: 137 });
  wallet.override = ({ method }) => {
    if (method !== "wallet_switchEthereumChain" || wallet.addedChains.length > 0) return undefined;
    throw new WalletRefusal({ code: 4902, message: "Unknown chain" });
  };
  await mint.connectWith(wallet.name);
  await expect.poll(() => wallet.sent("wallet_addEthereumChain")).toHaveLength(1);
  expect(wallet.sent("wallet_addEthereumChain")[0]?.params).toMatchObject([
    { chainId: "0x1", nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } },
  ]);
});
