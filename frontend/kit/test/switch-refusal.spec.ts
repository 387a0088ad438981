import { openPaired } from "../../../test/e2e/support/connected-page.ts";
import { expect, test } from "../../../test/e2e/support/fixtures.ts";
import { pageProvider } from "./support/page-session.ts";

test("[K-32] reports that a telephone's wallet approved one chain and can't switch", async ({
  page,
  mainnet: { url, chain },
  telephone,
}) => {
  const wallet = await telephone({ chain, methods: ["personal_sign", "eth_sendTransaction"] });
  await openPaired(page, url, wallet);
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
  expect(await switchTo("0x89")).toContain("Failed to switch to chain 'eip155:137'");
  expect(wallet.requests).toEqual([]);
});
