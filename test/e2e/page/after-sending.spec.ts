import type { Page } from "@playwright/test";
import { parseEther, parseUnits } from "ethers";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { deferred } from "../../support/deferred.ts";
import { advancingClock } from "../support/advancing-clock.ts";
import { account, type Chain } from "../support/chain.ts";
import { openRestored } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

/** A purchase between the wallet and the chain, on a chain that mines on demand. */

const PRICE = parseEther("0.05");
const expected = { quantity: 1, affiliateCode: null, value: PRICE };

test.beforeEach(async ({ mainnet: { chain } }) => {
  await chain.provider.send("evm_setAutomine", [false]);
});

test.afterEach(async ({ mainnet: { chain } }) => {
  await chain.provider.send("evm_mine", []);
  await chain.provider.send("evm_setAutomine", [true]);
});

/** An outcome is certain half a minute after it was seen first. */
const until = (page: Page, appears: () => Promise<void>) => advancingClock(page)(appears);

/** A purchase that the wallet has sent and no block has taken. */
async function openSent(page: Page, url: string, chain: Chain) {
  const opened = await openRestored(page, url, chain);
  opened.wallet.expected = expected;
  await opened.mint.mint.click();
  await expect(page.getByText(/^Sent\. Waiting for the network/)).toBeVisible();
  return opened;
}

/** A purchase about which the wallet is asked. @returns also a function that lets it answer */
async function openAsking(page: Page, url: string, chain: Chain) {
  const opened = await openRestored(page, url, chain);
  const { promise, resolve } = deferred<void>();
  opened.wallet.expected = expected;
  opened.wallet.override = async ({ method }) => {
    if (method === "eth_sendTransaction") await promise;
    return undefined;
  };
  await opened.mint.mint.click();
  await expect(page.getByText("Confirm the transaction in your wallet.")).toBeVisible();
  return { ...opened, answer: resolve };
}

test("[P-13] [P-29] follows a purchase across a reload, and finds it mined", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.clock.install();
  const { wallet, mint } = await openSent(page, url, chain);

  await page.reload();
  await expect(page.getByText(/^Sent\. Waiting for the network/)).toBeVisible();
  // The buyer can't buy twice by mistake while the first purchase is pending.
  await expect(mint.mint).toHaveAttribute("aria-busy", "true");
  await chain.provider.send("evm_mine", []);

  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await expect(mint.success.getByRole("img", { name: "Ticket #1" })).toBeVisible();
  expect(wallet.sent("eth_sendTransaction")).toHaveLength(1);

  // A reorganisation can still drop the block: the purchase is followed until two more are mined, and for half a minute.
  await page.reload();
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await chain.confirm();
  const open = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /^purchase:/.test(key)));
  await until(page, async () => expect(await open()).toEqual([]));
  await page.reload();
  await expect(mint.mint).toBeEnabled();
  await expect(mint.success).toHaveCount(0);
});

test("has the pictures there with the receipt, each beside its own number though another buyer was faster", async ({
  page,
  mainnet: { url, chain, rpc },
}) => {
  const { wallet, mint } = await openRestored(page, url, chain);
  wallet.expected = { ...expected, quantity: 2, value: 2n * PRICE };
  await mint.quantity.fill("2");
  // Those of the purchase, two to spare, and the next one in the page's own part.
  const drawn = new Set<string>();
  page.on("response", (response) => {
    const [, number] = /c87b56dd(\w{64})/.exec(response.request().postData() ?? "") ?? [];
    if (number !== undefined) drawn.add(String(BigInt(`0x${number}`)));
  });
  await mint.mint.click();
  await expect(page.getByText(/^Sent\. Waiting for the network/)).toBeVisible();
  await expect.poll(() => [...drawn].sort()).toEqual(["1", "2", "3", "4"]);

  const asked: string[] = [];
  await page.route(`${rpc.url}/`, async (route) => {
    const body = route.request().postData() ?? "";
    if (!/c87b56dd|8ada6b0f/.test(body)) return route.continue();
    // Endpoints answer nothing of pictures any more.
    asked.push(body);
  });
  const other = account(2).connect(chain.provider);
  const fee = parseUnits("100", "gwei");
  const hurried = { maxFeePerGas: fee, maxPriorityFeePerGas: fee, value: PRICE };
  await chain.ticket.connect(other).buyTicket(other.address, 1, hurried);
  await chain.provider.send("evm_mine", []);
  await expect(mint.success).toContainText("Tickets #2 to #3 are yours.");
  for (const tokenId of [2n, 3n]) {
    const [, json = ""] = (await chain.tokenUri(tokenId)).split(",");
    const { image } = JSON.parse(Buffer.from(json, "base64").toString()) as { image: string };
    const picture = mint.success.getByRole("img", { name: `Ticket #${tokenId}` });
    await expect(picture).toHaveAttribute("src", image);
  }
  // Of a ticket of the purchase, no picture is asked for again.
  expect(asked.filter((body) => /c87b56dd0{63}[23]/.test(body))).toEqual([]);
});

test("[P-29] withdraws a success when a reorganisation drops it, until it is mined again", async ({
  page,
  mainnet: { url, chain },
}) => {
  const before = await chain.snapshot();
  const { wallet, mint } = await openSent(page, url, chain);
  const [hash] = wallet.transactionHashes;
  const raw = await chain.rawTransaction(hash ?? "");
  await chain.provider.send("evm_mine", []);
  await expect(mint.success).toContainText("Ticket #1 is yours.");

  // Another block replaces the purchase's own.
  await chain.revert(before);
  await chain.provider.send("evm_setAutomine", [false]);
  await chain.provider.send("evm_mine", []);
  await expect(
    page.getByText(/^(The network is reordering|Sent|The network doesn't)/),
  ).toBeVisible();
  await expect(mint.success).toHaveCount(0);
  await expect(mint.mint).toHaveAttribute("aria-busy", "true");

  await chain.provider.send("eth_sendRawTransaction", [raw]);
  await chain.provider.send("evm_mine", []);
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  expect(wallet.sent("eth_sendTransaction")).toHaveLength(1);
});

test("[P-14] [P-29] follows a purchase that was sped up to its new hash", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openSent(page, url, chain);
  const [first] = wallet.transactionHashes;
  await expect(page.getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
    "href",
    `https://etherscan.io/tx/${first}`,
  );
  const second = await wallet.speedUp();
  await chain.provider.send("evm_mine", []);

  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await expect(mint.success.getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
    "href",
    `https://etherscan.io/tx/${second}`,
  );
});

test("[P-25] reports that a purchase was cancelled in the wallet", async ({
  page,
  mainnet: { url, chain, rpc },
}) => {
  await page.clock.install();
  // The same purchase has the same hash in every test, so only answers from here on count.
  const before = rpc.answered.length;
  const { wallet, mint } = await openSent(page, url, chain);
  // The page can detect the replacement only of a transaction that the network has seen.
  const [hash] = wallet.transactionHashes;
  await expect
    .poll(() =>
      rpc.answered
        .slice(before)
        .some((body) => body.includes("getTransactionByHash") && body.includes(`${hash}`)),
    )
    .toBe(true);
  await wallet.cancel();
  await chain.provider.send("evm_mine", []);
  await expect(page.getByText(/^This purchase seems to have failed/)).toBeVisible();
  await expect(mint.error).toHaveCount(0);
  await chain.confirm();

  await until(page, () =>
    expect(mint.error).toContainText("replaced or cancelled this transaction", { timeout: 100 }),
  );
  await expect(mint.error.getByRole("link", { name: "View on Etherscan" })).not.toHaveAttribute(
    "href",
    `https://etherscan.io/tx/${hash}`,
  );
  await expect(mint.mint).toBeEnabled();
  expect(await chain.ticket.totalSupply()).toBe(0n);
});

test("shows after a reload what the wallet was asked for, and finds it bought", async ({
  page,
  mainnet: { url, chain },
}) => {
  const opened = await openRestored(page, url, chain);
  const { wallet, mint } = opened;
  wallet.expected = { ...expected, quantity: 5, value: 5n * PRICE };
  const { promise: approved, resolve: approve } = deferred<void>();
  // It keeps its request and its answer goes to the page that was left.
  wallet.override = async ({ method }) => {
    if (method === "eth_sendTransaction") await approved;
    return undefined;
  };
  await mint.quantity.fill("5");
  await mint.mint.click();
  await expect(page.getByText("Confirm the transaction in your wallet.")).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^Your wallet hasn't answered yet\. If it/)).toBeVisible();
  await expect(mint.quantity).toHaveValue("1");
  await expect(page.getByText("5 tickets for 0.250000 ETH.")).toBeVisible();
  await expect(mint.mint).toHaveAttribute("aria-busy", "true");

  approve();
  await expect.poll(() => wallet.transactionHashes.length).toBe(1);
  await chain.provider.send("evm_mine", []);
  await expect(mint.success).toContainText("Tickets #1 to #5 are yours.");
  expect(wallet.sent("eth_sendTransaction")).toHaveLength(1);
});

test("says that a Safe's owners must sign, and ends with the sale's own event", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openRestored(page, url, chain, 5);
  const safeTransactionHash = `0x${"5a".repeat(32)}`;
  wallet.override = ({ method }) =>
    method === "eth_sendTransaction" ? safeTransactionHash : undefined;
  // There is a contract at this address, so the hash is not a transaction's.
  await chain.provider.send("hardhat_setCode", [wallet.address, "0x600160015500"]);
  await mint.mint.click();
  await expect(page.getByText(/^Waiting for signatures/)).toBeVisible();

  await chain.provider.send("hardhat_setCode", [wallet.address, "0x"]);
  await chain.buyFrom(5, 1);
  await chain.provider.send("evm_mine", []);
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await expect(mint.success.getByRole("link", { name: "View on Etherscan" })).not.toHaveAttribute(
    "href",
    `https://etherscan.io/tx/${safeTransactionHash}`,
  );
});

test("one of two tabs asks the wallet, and the other one follows its purchase", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { mint, answer } = await openAsking(page, url, chain);

  const tab = await page.context().newPage();
  const second = await InjectedWallet.install(tab, chain, { chainId: 1 });
  // A wallet permits an origin, whatever the tab.
  second.permitted = true;
  await tab.goto(url);
  const other = new MintPageObject(tab);
  // The browser has stored which wallet is connected, and for which purchase it is asked.
  await expect(tab.getByText(/^Your wallet hasn't answered yet\. If it/)).toBeVisible();
  await expect(tab.getByText("1 ticket for 0.050000 ETH.")).toBeVisible();
  await expect(other.mint).toHaveAttribute("aria-busy", "true");
  await other.mint.click({ force: true });
  expect(second.sent("eth_sendTransaction")).toEqual([]);

  answer();
  await expect(page.getByText(/^Sent\. Waiting for the network/)).toBeVisible();
  await expect(tab.getByText(/^(Sent|Looking for your earlier)/)).toBeVisible();
  await expect(other.mint).toHaveAttribute("aria-busy", "true");
  await chain.provider.send("evm_mine", []);
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await expect(other.success).toContainText("Ticket #1 is yours.");
  expect(await chain.ticket.totalSupply()).toBe(1n);
  await tab.close();
});
