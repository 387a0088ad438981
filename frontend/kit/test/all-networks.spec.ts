import { networks } from "../../../networks.ts";
import type { WalletKitWallet } from "../../../test/doubles/wallets/walletkit-wallet.ts";
import { expect, test } from "./support/session-fixtures.ts";

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

test("[K-38] no network of a wallet that supports all networks is unsupported, and nothing is bought on a wrong one", async ({
  page,
  mint,
  openSession,
}) => {
  const { wallet, provider } = await openSession({ name: SUPPORTS_ALL });
  await changeNetwork(wallet);
  await expect
    .poll(() => provider.evaluate((at) => at.request({ method: "eth_chainId" })))
    .toBe(137);
  await mint.mint.click();
  await expect(mint.error).toContainText(
    `Please switch to the correct network (${networks.mainnet.nameInMessage})!`,
  );
  await expect(page.locator("w3m-unsupported-chain-view")).toHaveCount(0);
  expect(wallet.requests).toEqual([]);
});

test("[K-38] a network that the page does not offer is unsupported with another wallet", async ({
  page,
  openSession,
}) => {
  const { wallet } = await openSession();
  await changeNetwork(wallet);
  await expect(page.locator("w3m-unsupported-chain-view")).toBeVisible();
});
