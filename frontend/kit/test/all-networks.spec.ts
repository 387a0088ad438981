import type { Page } from "@playwright/test";
import { networks } from "../../../networks.ts";
import type { WalletKitWallet } from "../../../test/doubles/wallets/walletkit-wallet.ts";
import { openPaired } from "../../../test/e2e/support/connected-page.ts";
import { expect, test } from "../../../test/e2e/support/fixtures.ts";
import type { MintPageObject } from "../../../test/e2e/support/page.ts";
import { pageProvider } from "./support/page-session.ts";

/**
 * AppKit 1.7.4 recognises a wallet that supports all networks by this name, because its session
 * names only one.
 */
const SUPPORTS_ALL = "MetaMask Wallet";

const OTHER_CHAIN = "eip155:137";

async function changeNetwork(wallet: WalletKitWallet): Promise<void> {
  const { topic, namespaces } = wallet.session;
  const chains = ["eip155:1", OTHER_CHAIN];
  const accounts = chains.map((chain) => `${chain}:${wallet.address}`);
  const { acknowledged } = await wallet.kit.updateSession({
    topic,
    namespaces: { eip155: { ...namespaces.eip155, chains, accounts } as never },
  });
  await acknowledged();
  await wallet.kit.emitSessionEvent({
    topic,
    chainId: OTHER_CHAIN,
    event: { name: "chainChanged", data: 137 },
  });
}

async function connect(page: Page, url: string, wallet: WalletKitWallet): Promise<MintPageObject> {
  const mintPage = await openPaired(page, url, wallet);
  // Waits until AppKit has read the balance and closed its dialog, because it would also close the
  // next view.
  const balances = () => page.evaluate(() => localStorage.getItem("@appkit/native_balance_cache"));
  await expect.poll(balances).toContain(wallet.address);
  return mintPage;
}

test("[K-38] no network of a wallet that supports all networks is unsupported, and nothing is bought on a wrong one", async ({
  page,
  mainnet: { url, chain },
  telephone,
}) => {
  const wallet = await telephone({ chain, name: SUPPORTS_ALL });
  const mintPage = await connect(page, url, wallet);
  await changeNetwork(wallet);
  const provider = await pageProvider(page);
  await expect
    .poll(() => provider.evaluate((at) => at.request({ method: "eth_chainId" })))
    .toBe(137);
  await mintPage.mint.click();
  await expect(mintPage.error).toContainText(
    `Please switch to the correct network (${networks.mainnet.nameInMessage})!`,
  );
  await expect(page.locator("w3m-unsupported-chain-view")).toHaveCount(0);
  expect(wallet.requests).toEqual([]);
});

test("[K-38] a network that the page does not offer is unsupported with another wallet", async ({
  page,
  mainnet: { url, chain },
  telephone,
}) => {
  const wallet = await telephone({ chain });
  await connect(page, url, wallet);
  await changeNetwork(wallet);
  await expect(page.locator("w3m-unsupported-chain-view")).toBeVisible();
});
