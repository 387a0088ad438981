import { installEverydayWallet } from "../../../test/doubles/wallets/everyday-wallet.ts";
import { KitDialog } from "../../../test/e2e/support/kit-dialog.ts";
import { PROJECT_ID } from "../../../test/e2e/support/mainnet-build.ts";
import type {} from "../lab/main.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

test("[K-17] takes the visitor to a provider, with the visitor's address filled in", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  const wallet = await installEverydayWallet(page, chain, () => false);
  await page.goto(url);
  await new KitDialog(page).connectWith("Careful Wallet");
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await page.getByText("Buy crypto").click();
  await expect(page.getByText("Meld.io")).toBeVisible();
  const popup = page.waitForEvent("popup");
  await page.getByText("Coinbase").click();

  await expect(page.getByText("Buy in Coinbase")).toBeVisible();
  // Tests can't reach the provider's page, so this reads its URL from the request.
  const [asked] = cloud.to("onramp url");
  expect(asked?.body).toEqual({
    destinationWallets: [
      {
        address: wallet.address,
        blockchains: expect.arrayContaining(["ethereum"]),
        assets: ["USDC"],
      },
    ],
    partnerUserId: wallet.address,
    defaultNetwork: "ethereum",
    defaultExperience: "buy",
  });
  await (await popup).close();
  expect(cloud.to("history").map(({ query }) => query.onramp)).toContain("coinbase");
});

test("[K-17] offers the built-in options if the servers have none, and a mocked quote", async ({
  page,
  cloud,
  kitLab,
}) => {
  await page.goto(kitLab.url);
  const offered = await page.evaluate(async (projectId) => {
    const { createAppKit, controllers, networks } = window.kitLab;
    createAppKit({ networks: [networks.mainnet], projectId });
    const { BlockchainApiController, OnRampController } = controllers;
    await OnRampController.getAvailableCurrencies();
    const { purchaseCurrencies, paymentCurrencies } = OnRampController.state;
    const [purchaseCurrency, paymentCurrency] = [purchaseCurrencies[0], paymentCurrencies[0]];
    if (!purchaseCurrency || !paymentCurrency) throw new Error("There is nothing to choose");
    OnRampController.setPaymentAmount(75);
    await OnRampController.getQuote();
    return {
      purchases: purchaseCurrencies.map(({ symbol, networks: chains }) => ({
        symbol,
        chains: chains.map(({ chain_id }) => chain_id),
      })),
      payments: paymentCurrencies.map(({ id, payment_method_limits: limits }) => ({ id, limits })),
      purchaseAmount: OnRampController.state.purchaseAmount,
      quote: await BlockchainApiController.getOnrampQuote({
        purchaseCurrency,
        paymentCurrency,
        amount: "75",
        network: "USDC",
      }),
    };
  }, PROJECT_ID);

  const limits = [
    { id: "card", min: "10.00", max: "7500.00" },
    { id: "ach_bank_account", min: "10.00", max: "25000.00" },
  ];
  const amount = { amount: "75", currency: "USD" };
  expect(offered).toEqual({
    purchases: [
      { symbol: "USDC", chains: ["1", "137"] },
      { symbol: "ETH", chains: ["1", "137"] },
    ],
    payments: [
      { id: "USD", limits },
      { id: "EUR", limits },
    ],
    purchaseAmount: 75,
    quote: {
      coinbaseFee: amount,
      networkFee: amount,
      paymentSubtotal: amount,
      paymentTotal: amount,
      purchaseAmount: amount,
      quoteId: "mocked-quote-id",
    },
  });
  expect(cloud.to("onramp options")).toHaveLength(1);
  expect(cloud.to("onramp quote")).toHaveLength(2);
});

test("[K-17] falls back only if the servers do not answer", async ({ page, cloud, kitLab }) => {
  // These answers are assumed, because the real servers have no such paths.
  cloud.state.onrampOptions = {
    purchaseCurrencies: [{ id: "1", name: "Dai", symbol: "DAI", networks: [] }],
    paymentCurrencies: [{ id: "GBP", payment_method_limits: [] }],
  };
  cloud.state.onrampQuote = { purchaseAmount: { amount: "93", currency: "DAI" }, quoteId: "q-1" };
  await page.goto(kitLab.url);
  const offered = await page.evaluate(async (projectId) => {
    const { createAppKit, controllers, networks } = window.kitLab;
    createAppKit({ networks: [networks.mainnet], projectId });
    const { OnRampController } = controllers;
    await OnRampController.getAvailableCurrencies();
    OnRampController.setPaymentAmount(75);
    await OnRampController.getQuote();
    const { purchaseCurrency, paymentCurrency, purchaseAmount } = OnRampController.state;
    return [purchaseCurrency.symbol, paymentCurrency.id, purchaseAmount];
  }, PROJECT_ID);
  expect(offered).toEqual(["DAI", "GBP", 93]);
});
