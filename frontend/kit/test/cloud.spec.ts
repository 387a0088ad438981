import type { Page } from "@playwright/test";
import { account } from "../../../test/e2e/support/chain.ts";
import { PROJECT_ID } from "../../../test/e2e/support/mainnet-build.ts";
import { MintPageObject } from "../../../test/e2e/support/page.ts";
import type { CloudApi } from "../doubles/cloud-api.ts";
import type { CloudCall } from "../doubles/cloud-endpoints.ts";
import { ETHER, USDC } from "../doubles/cloud-state.ts";
import type {} from "../lab/main.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

function onChainApi({ calls }: CloudApi): CloudCall[] {
  return calls.filter(({ url }) => new URL(url).hostname === "rpc.walletconnect.org");
}

async function askEverything(page: Page): Promise<Record<string, unknown>> {
  const owner = account(1);
  const message = JSON.stringify({
    name: "ada.reown.id",
    attributes: {},
    timestamp: 1_780_000_000,
  });
  const signature = await owner.signMessage(message);
  return await page.evaluate(
    async ({ projectId, address, message, signature, ether, usdc }) => {
      const { createAppKit, controllers, networks } = window.kitLab;
      createAppKit({ networks: [networks.mainnet], projectId, features: { analytics: false } });
      const { BlockchainApiController: api } = controllers;
      const caip = "eip155:1" as const;
      const user = `${caip}:${address}`;
      const purchaseCurrency = { id: "1", name: "Dai", symbol: "DAI", networks: [] };
      const paymentCurrency = { id: "USD", payment_method_limits: [] };
      const asked: Record<string, Promise<unknown>> = {
        identity: api.fetchIdentity({ address, caipNetworkId: caip }),
        history: api.fetchTransactions({ account: address, chainId: caip }),
        balance: api.getBalance(address, caip),
        quote: api.fetchSwapQuote({
          amount: "1",
          userAddress: address,
          from: ether,
          to: usdc,
          gasPrice: "1",
        }),
        tokens: api.fetchSwapTokens({ chainId: caip }),
        allowance: api.fetchSwapAllowance({ tokenAddress: usdc, userAddress: user }),
        gasPrice: api.fetchGasPrice({ chainId: caip }),
        approve: api.generateApproveCalldata({ from: usdc, to: ether, userAddress: user }),
        transaction: api.generateSwapCalldata({
          amount: "1",
          from: ether,
          to: usdc,
          userAddress: user,
          disableEstimate: true,
        }),
        price: api.fetchTokenPrice({ addresses: [usdc] }),
        name: api.lookupEnsName("bob.reown.id"),
        reverse: api.reverseLookupEnsName({ address }),
        suggestions: api.getEnsNameSuggestions("home"),
        register: api.registerEnsName({
          coinType: 60,
          address: address as `0x${string}`,
          message,
          signature,
        }),
        onrampUrl: api.generateOnRampURL({
          destinationWallets: [{ address, blockchains: ["ethereum"], assets: ["DAI"] }],
          partnerUserId: address,
          defaultNetwork: "ethereum",
          purchaseAmount: 5,
          paymentAmount: 5,
        }),
        onrampOptions: api.getOnrampOptions(),
        onrampQuote: api.getOnrampQuote({
          purchaseCurrency,
          paymentCurrency,
          amount: "5",
          network: "DAI",
        }),
        sessions: api.getSmartSessions(user as `eip155:1:${string}`),
      };
      const settled = await Promise.all(
        Object.entries(asked).map(async ([name, answer]) => [
          name,
          await answer.catch((error: Error) => `error: ${error.message}`),
        ]),
      );
      return Object.fromEntries(settled);
    },
    { projectId: PROJECT_ID, address: owner.address, message, signature, ether: ETHER, usdc: USDC },
  );
}

test("[K-25] names project and kit in everything it reads from the chain API", async ({
  page,
  cloud,
  kitLab,
}) => {
  await page.goto(kitLab.url);
  const answers = await askEverything(page);
  // The mock records an invalid request, and a fixture then fails the test.
  expect(Object.values(answers).filter((answer) => String(answer).startsWith("error:"))).toEqual(
    [],
  );

  const asked = onChainApi(cloud);
  const reads = asked.filter(({ method }) => method === "GET");
  expect(new Set(reads.map(({ endpoint }) => endpoint))).toEqual(
    new Set([
      "supported chains",
      "identity",
      "history",
      "balance",
      "swap tokens",
      "swap quote",
      "swap allowance",
      "gas price",
      "build approve",
      "name",
      "names of an address",
      "name suggestions",
      "sessions",
      "onramp options",
    ]),
  );
  for (const { endpoint, query } of reads) {
    expect(query, endpoint).toMatchObject({
      projectId: PROJECT_ID,
      st: "appkit",
      sv: "html-universal-1.7.4",
    });
  }
});

test("[K-25] names project and kit in everything it posts to the chain API", async ({
  page,
  cloud,
  kitLab,
}) => {
  await page.goto(kitLab.url);
  await askEverything(page);
  const orders = onChainApi(cloud).filter(({ method }) => method === "POST");
  const inBody = (body: unknown) => (body as { projectId?: string }).projectId;
  const query = { projectId: PROJECT_ID, st: "appkit", sv: "html-universal-1.7.4" };
  expect(
    Object.fromEntries(
      orders.map(({ endpoint, query, body }) => [endpoint, { query, inBody: inBody(body) }]),
    ),
  ).toEqual({
    // The specification puts the project's id in the body too.
    "build transaction": { query, inBody: PROJECT_ID },
    price: { query, inBody: PROJECT_ID },
    "onramp url": { query },
    "onramp quote": { query },
    "register name": { query },
  });
});

test("[K-16] [K-25] gives safe defaults on a network that the chain API does not support, without further requests", async ({
  page,
  cloud,
  kitLab,
}) => {
  cloud.state.supportedChains = ["eip155:8453"];
  await page.goto(kitLab.url);
  expect(await askEverything(page)).toEqual({
    identity: { avatar: "", name: "" },
    history: { data: [] },
    balance: { balances: [] },
    quote: { quotes: [] },
    tokens: { tokens: [] },
    allowance: { allowance: "0" },
    gasPrice: "error: Network not supported for Gas Price",
    approve: "error: Network not supported for Swaps",
    transaction: "error: Network not supported for Swaps",
    price: { fungibles: [] },
    name: { addresses: {}, attributes: [] },
    reverse: [],
    suggestions: { suggestions: [] },
    register: { success: false },
    onrampUrl: "",
    onrampOptions: { paymentCurrencies: [], purchaseCurrencies: [] },
    onrampQuote: null,
    sessions: [],
  });
  const asked = onChainApi(cloud).map(({ endpoint }) => endpoint);
  expect(new Set(asked)).toEqual(new Set(["supported chains"]));
});

test("reads the chain from the provider's endpoint, with chain and project in its URL, unless another is set", async ({
  page,
  gateway,
  lab,
  kitLab,
  embedded,
}) => {
  embedded.remember("ada@example.org");
  await page.evaluate(() => localStorage.setItem("@appkit-wallet/EMAIL_LOGIN_USED_KEY", "true"));
  await page.evaluate((projectId) => {
    const { createAppKit, EthersAdapter, networks } = window.kitLab;
    type Adapter = NonNullable<Parameters<typeof createAppKit>[0]["adapters"]>[number];
    window.appKit = createAppKit({
      adapters: [new EthersAdapter() as Adapter],
      networks: [networks.mainnet],
      projectId,
      features: { email: true, socials: false },
    });
  }, PROJECT_ID);
  await expect
    .poll(() => gateway.calls)
    .toContainEqual({ chainId: "eip155:1", method: "eth_getBalance" });

  const asked = gateway.calls.length;
  await page.goto(kitLab.url);
  // The test leaves the page first, because a late answer would fill AppKit's cache.
  await page.evaluate(() => localStorage.clear());
  const own = page.waitForRequest(
    (request) =>
      request.url().startsWith(kitLab.chain.url) && /eth_getBalance/.test(request.postData() ?? ""),
  );
  await lab.createSignedIn();
  await own;
  expect(gateway.calls).toHaveLength(asked);
});

test("[K-27] Project ID Not Configured, if the registry has no origins for it", async ({
  page,
  cloud,
  features: { url },
}) => {
  cloud.faults.set("origins", { status: 200, body: {} });
  await page.goto(url);
  await new MintPageObject(page).connect.click();
  await expect(page.getByTestId("wui-alertbar-text")).toHaveText("Project ID Not Configured");
});

test("[K-27] Invalid App Configuration, if the analytics refuse the origin", async ({
  page,
  cloud,
  features: { url },
}) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  cloud.state.analytics = true;
  cloud.faults.set("event", { status: 403 });
  await page.goto(url);
  await new MintPageObject(page).connect.click();
  await expect(page.getByTestId("wui-alertbar-text")).toHaveText("Invalid App Configuration");
  expect(logged).toContain(
    `Origin ${new URL(url).origin} not found on Allowlist - update configuration on cloud.reown.com`,
  );
});

test("[K-27] Network Not Found, if the page switches to one that it has not configured", async ({
  page,
  cloud: _,
  kitLab,
}) => {
  await page.goto(kitLab.url);
  await page.evaluate(async (projectId) => {
    const { createAppKit, networks } = window.kitLab;
    window.appKit = createAppKit({ networks: [networks.mainnet], projectId });
    await window.appKit.open();
    await window.appKit.switchNetwork(networks.base);
  }, PROJECT_ID);
  await expect(page.getByTestId("wui-alertbar-text")).toHaveText("Network Not Found");
  expect(await page.evaluate(() => window.appKit.getChainId())).toBe(1);
});

test("[K-27] shows no warning if the configuration is valid", async ({
  page,
  cloud,
  features: { url },
}) => {
  cloud.state.analytics = true;
  await page.goto(url);
  const told = page.waitForResponse(/pulse\.walletconnect\.org/);
  await new MintPageObject(page).connect.click();
  await (await told).finished();
  await expect(page.getByText("All Wallets")).toBeVisible();
  await expect(page.getByTestId("wui-alertbar-text")).toHaveText("");
});
