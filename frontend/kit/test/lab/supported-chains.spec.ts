import { PROJECT_ID } from "../../../../test/e2e/support/mainnet-build.ts";
import { expect, test } from "../support/cloud-fixtures.ts";
import { EmbeddedLogin } from "../support/embedded-login.ts";

const CHAINS = {
  mainnet: "eip155:1",
  goerli: "eip155:5",
  sepolia: "eip155:11155111",
  optimism: "eip155:10",
  optimismGoerli: "eip155:420",
  arbitrum: "eip155:42161",
  arbitrumGoerli: "eip155:421613",
  polygon: "eip155:137",
  polygonMumbai: "eip155:80001",
  celo: "eip155:42220",
  aurora: "eip155:1313161554",
  auroraTestnet: "eip155:1313161555",
  bsc: "eip155:56",
  bscTestnet: "eip155:97",
  avalanche: "eip155:43114",
  avalancheFuji: "eip155:43113",
  zksync: "eip155:324",
  gnosis: "eip155:100",
  base: "eip155:8453",
  baseGoerli: "eip155:84531",
  baseSepolia: "eip155:84532",
  zora: "eip155:7777777",
  solana: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  solanaTestnet: "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
  solanaDevnet: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
} as const;

const NAMES = Object.keys(CHAINS) as (keyof typeof CHAINS)[];

test("[K-41] a visitor can choose each of the supported chains", async ({
  page,
  cloud: _,
  kitLab,
}) => {
  await page.goto(kitLab.url);
  const offered = await page.evaluate(
    async ({ projectId, names }) => {
      const { createAppKit, controllers, networks } = window.kitLab;
      type Networks = Parameters<typeof createAppKit>[0]["networks"];
      window.appKit = createAppKit({
        networks: names.map((name) => networks[name]) as never as Networks,
        projectId,
        features: { email: false, socials: false, analytics: false },
      });
      await window.appKit.open();
      // Without an adapter, the dialog can open only in the QR code's view (K-02).
      controllers.RouterController.push("Networks");
      return window.appKit.getCaipNetworks().map(({ caipNetworkId, name }) => {
        return { caipNetworkId, name };
      });
    },
    { projectId: PROJECT_ID, names: NAMES },
  );
  const ids = offered.map(({ caipNetworkId }) => caipNetworkId);
  expect(new Set(ids)).toEqual(new Set(Object.values(CHAINS)));
  const listed = page.locator("wui-list-network");
  await expect(listed).toHaveCount(NAMES.length);
  for (const { name } of offered) {
    await expect(page.getByTestId(`w3m-network-switch-${name}`).first()).toBeVisible();
  }
});

test("[K-41] the embedded wallet reads each of the supported chains", async ({
  page,
  kitLab,
  embedded: _,
}) => {
  await page.goto(kitLab.url);
  const { ids, endpoints } = await page.evaluate((projectId) => {
    const provider = new window.kitLab.wallet.W3mFrameProvider({
      projectId,
      chainId: "eip155:1",
      abortController: new AbortController(),
      onTimeout: () => undefined,
    });
    const { networks } = new window.kitLab.wallet.W3mFrame({ projectId });
    return {
      ids: provider.getAvailableChainIds(),
      endpoints: networks as Record<string, { rpcUrl: string; chainId: string }>,
    };
  }, PROJECT_ID);
  for (const [name, id] of Object.entries(CHAINS)) {
    expect(ids, name).toContain(id);
    expect(endpoints[id], name).toEqual({
      chainId: id,
      rpcUrl: `https://rpc.walletconnect.org/v1/?chainId=${id}&projectId=${PROJECT_ID}`,
    });
  }
});

test("[K-41] a name is registered for the coin type 2^31 OR the chain's id", async ({
  lab,
  cloud,
}) => {
  const { page } = lab;
  // AppKit reads the balance from Base's own endpoint.
  await page.route(/rpc\.walletconnect\.org\/v1\/\?chainId/, (route) => route.abort());
  await lab.createSignedIn({ networks: ["mainnet", "base"] });
  const login = new EmbeddedLogin(page);
  for (const [chain, name] of [
    ["mainnet", "ada-home.reown.id"],
    ["base", "ada-base.reown.id"],
  ] as const) {
    const outcome = page.evaluate(
      async ({ chain, name }) => {
        await window.appKit.switchNetwork(window.kitLab.networks[chain]);
        const { EnsController } = window.kitLab.controllers;
        return await EnsController.registerName(name as `${string}.reown.id`).then(
          () => "registered",
          String,
        );
      },
      { chain, name },
    );
    await login.decide("Approve");
    expect(await outcome).toBe("registered");
  }
  const coinTypes = cloud.to("register name").map(({ body }) => {
    return (body as { coin_type: number }).coin_type;
  });
  expect(coinTypes).toEqual([2_147_483_649, 2_147_492_101]);
});
