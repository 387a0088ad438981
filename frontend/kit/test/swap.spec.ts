import type { Page } from "@playwright/test";
import { Interface, parseEther } from "ethers";
import {
  type AskedTransaction,
  installEverydayWallet,
} from "../../../test/doubles/wallets/everyday-wallet.ts";
import { KitDialog } from "../../../test/e2e/support/kit-dialog.ts";
import { PROJECT_ID } from "../../../test/e2e/support/mainnet-build.ts";
import { DOLLAR_BALANCE, ETHER_BALANCE } from "../doubles/balances.ts";
import type { CloudApi } from "../doubles/cloud-api.ts";
import { type Balance, ETHER, USDC } from "../doubles/cloud-state.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

const EXCHANGE = "0x111111125421ca6dc452d289314280a0f8842a65";
const WHATEVER_IT_TAKES = String(2n ** 256n - 1n);

const BALANCES: readonly Balance[] = [
  { ...ETHER_BALANCE, name: "Ether", value: 20_000, quantity: { decimals: "18", numeric: "10" } },
  { ...DOLLAR_BALANCE, value: 5_000, quantity: { decimals: "6", numeric: "5000" } },
];

async function openSwap(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await new KitDialog(page).connectWith("Careful Wallet");
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await page.getByText("Swap", { exact: true }).click();
}

async function chooseTarget(page: Page, name: string): Promise<void> {
  await page.getByTestId("swap-select-token-button-toToken").click();
  await page.getByText(name, { exact: true }).first().click();
}

const source = (page: Page) => page.getByTestId("swap-input-sourceToken");
const target = (page: Page) => page.getByTestId("swap-input-toToken");

function questions(cloud: CloudApi, endpoint: string): unknown[] {
  return cloud.to(endpoint).map(({ query }) => {
    const { st: _st, sv: _sv, projectId: _projectId, ...own } = query;
    return own;
  });
}

test("[K-16] swaps at the quote, with the transaction built for it", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  cloud.state.balances = [...BALANCES];
  cloud.state.allowances.set(ETHER, WHATEVER_IT_TAKES);
  const asked: AskedTransaction[] = [];
  const wallet = await installEverydayWallet(page, chain, (transaction) => {
    asked.push(transaction);
    return true;
  });
  const owner = `eip155:1:${wallet.address}`;
  await openSwap(page, url);
  await chooseTarget(page, "USD Coin");
  await source(page).fill("11");
  await expect(page.getByRole("button", { name: "Insufficient balance" })).toBeDisabled();
  await source(page).fill("1.25");
  await expect(target(page)).toHaveValue("2500.000000");
  await page.getByRole("button", { name: "Review swap" }).click();
  await expect(page.getByText("1.25 ETH")).toBeVisible();
  await expect(page.getByText("2,500.00 USDC")).toBeVisible();
  await page.getByRole("button", { name: "Swap", exact: true }).click();

  await expect(page.getByText("Swapped ETH to 2,500.000 USDC")).toBeVisible();
  expect(asked).toEqual([
    {
      from: wallet.address.toLowerCase(),
      to: EXCHANGE,
      value: parseEther("1.25"),
      data: cloud.state.exchange.data,
    },
  ]);
  expect(questions(cloud, "swap tokens")).toEqual([{ chainId: "eip155:1" }]);
  expect(questions(cloud, "gas price")).toContainEqual({ chainId: "eip155:1" });
  expect(questions(cloud, "swap quote")).toContainEqual({
    amount: String(parseEther("1.25")),
    userAddress: wallet.address,
    from: ETHER,
    to: USDC,
    gasPrice: cloud.state.gasPrice,
  });
  expect(questions(cloud, "swap allowance")).toContainEqual({
    tokenAddress: ETHER,
    userAddress: owner,
  });
  expect(questions(cloud, "build approve")).toEqual([]);
  expect(cloud.to("build transaction").map(({ body }) => body)).toContainEqual({
    amount: String(parseEther("1.25")),
    eip155: { slippage: 1 },
    projectId: PROJECT_ID,
    from: ETHER,
    to: USDC,
    userAddress: owner,
    disableEstimate: true,
  });
});

test("[K-16] requests approval of a token before swapping it", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  cloud.state.balances = [...BALANCES];
  const token = USDC.replace("eip155:1:", "");
  const asked: AskedTransaction[] = [];
  const wallet = await installEverydayWallet(page, chain, (transaction) => {
    asked.push(transaction);
    if (transaction.to === token) cloud.state.allowances.set(USDC, WHATEVER_IT_TAKES);
    return true;
  });
  await openSwap(page, url);
  await page.getByTestId("swap-input-token-sourceToken").click();
  await page.getByText("USD Coin").first().click();
  await chooseTarget(page, "Ether");
  await source(page).fill("400");
  await expect(target(page)).toHaveValue("0.200000");
  await page.getByRole("button", { name: "Review swap" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Swap", exact: true }).click();

  await expect(page.getByText("Swapped USDC to 0.200 ETH")).toBeVisible();
  const approval = new Interface(["function approve(address spender, uint256 amount)"]);
  expect(asked).toEqual([
    expect.objectContaining({
      to: token,
      value: 0n,
      data: approval.encodeFunctionData("approve", [EXCHANGE, WHATEVER_IT_TAKES]),
    }),
    expect.objectContaining({ to: EXCHANGE, value: 0n, data: cloud.state.exchange.data }),
  ]);
  expect(questions(cloud, "build approve")).toContainEqual({
    userAddress: `eip155:1:${wallet.address}`,
    from: USDC,
    to: ETHER,
  });
});

test("[K-16] reports what failed if there is no token list, or if no transaction can be built", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  cloud.state.balances = [...BALANCES];
  cloud.state.allowances.set(ETHER, WHATEVER_IT_TAKES);
  cloud.faults.set("swap tokens", { status: 503 });
  const wallet = await installEverydayWallet(page, chain, () => true);
  await openSwap(page, url);
  await expect(page.getByText("Failed to initialize swap")).toBeVisible();
  await expect(page.getByText("Disconnect")).toBeVisible();

  cloud.faults.delete("swap tokens");
  cloud.faults.set("build transaction", { status: 400 });
  await page.getByText("Swap", { exact: true }).click();
  await chooseTarget(page, "USD Coin");
  await source(page).fill("0.25");
  await expect(target(page)).toHaveValue("500.000000");
  await page.getByRole("button", { name: "Review swap" }).click();
  await expect(page.getByText("Failed to create transaction")).toBeVisible();
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);
});
