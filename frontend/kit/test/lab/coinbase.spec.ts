import { expect, test } from "../support/kit-lab-fixtures.ts";

const CONNECT_PAGE = `<!doctype html><title>Connect</title><output></output><script>
  addEventListener("message", ({ data }) => {
    if (data.data?.metadata) document.querySelector("output").textContent = JSON.stringify(data.data.metadata);
  });
  opener.postMessage({ event: "PopupLoaded", id: "1" }, "*");
</script>`;

for (const { given, chainIds } of [
  { given: "no networks", chainIds: [1, 84532] },
  { given: "its own networks", chainIds: [137, 8453] },
]) {
  test(`[K-29] tells Coinbase Wallet of chains ${chainIds.join(" and ")} with ${given}`, async ({
    lab: { page },
    context,
  }) => {
    await context.route("https://keys.coinbase.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: CONNECT_PAGE }),
    );
    const opened = page.waitForEvent("popup");
    await page.evaluate(async (withNetworks) => {
      const { EthersAdapter, networks } = window.kitLab;
      type Options = Parameters<InstanceType<typeof EthersAdapter>["syncConnectors"]>[0];
      const adapter = new EthersAdapter();
      await adapter.syncConnectors({
        metadata: { name: "Kit lab", description: "", url: location.origin, icons: [] },
        enableEIP6963: false,
        coinbasePreference: "smartWalletOnly",
        ...(withNetworks && { networks: [networks.polygon, networks.base] }),
      } as unknown as Options);
      const coinbase = adapter.connectors.find(({ id }) => id === "coinbaseWalletSDK");
      const provider = coinbase?.provider as {
        request(call: { method: string }): Promise<unknown>;
      };
      void provider.request({ method: "eth_requestAccounts" });
    }, given !== "no networks");

    const popup = await opened;
    await expect(popup.locator("output")).toContainText(
      `"appChainIds":${JSON.stringify(chainIds)}`,
    );
  });
}
