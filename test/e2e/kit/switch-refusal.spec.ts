import { MintPageObject } from "../support/page.ts";
import { pageProvider } from "../support/page-session.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

test("[K-32] reports that a telephone's wallet approved one chain and can't switch", async ({
  page,
  mainnet: { url, chain },
  telephone,
}) => {
  const wallet = await telephone({ chain, methods: ["personal_sign", "eth_sendTransaction"] });
  await page.goto(url);
  await wallet.pair(await new MintPageObject(page).openQrCode());
  await expect(page.getByText(wallet.address)).toBeVisible();
  const provider = await pageProvider(page);
  const switchTo = (chainId: string) =>
    provider.evaluate(
      (page, id) =>
        page
          .request({ method: "wallet_switchEthereumChain", params: [{ chainId: id }] }, "eip155:1")
          .then(() => "switched", String),
      chainId,
    );

  expect(await switchTo("0x1")).toBe("switched");
  // The kit requests the method on every chain, and the session refuses first what the wallet did not approve.
  expect(await switchTo("0x89")).toContain("request() method: wallet_switchEthereumChain");
  // Not in an app that omits the method from its own list (`universalProviderConfigOverride`).
  await provider.evaluate((page) => {
    page.rpcProviders.eip155.namespace.methods = ["personal_sign", "eth_sendTransaction"];
  });
  expect(await switchTo("0x89")).toContain("Failed to switch to chain 'eip155:137'");
});
