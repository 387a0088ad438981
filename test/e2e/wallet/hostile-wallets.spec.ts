import { parseEther } from "ethers";
import { openConnected } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

/** Whatever a wallet throws instead of a hash, the page shows the right message and no spinner, and allows a retry. */

const REJECTED = "Transaction rejected by user";
const failed = (detail: string) => `Error sending transaction: ${detail}`;
const UNKNOWN = failed("the wallet reported a problem. Look at its activity before you try again.");

/** Values thrown in the page, as source, since they must not be serialised: a string, `undefined`, a frozen object. */
const THROWN: readonly { title: string; source: string; message: string }[] = [
  { title: "4001", source: "Object.assign(new Error('x'), { code: 4001 })", message: REJECTED },
  { title: "4001 as text", source: "({ code: '4001' })", message: REJECTED },
  { title: "5000", source: "({ code: 5000, message: 'User rejected.' })", message: REJECTED },
  { title: "ACTION_REJECTED", source: "({ code: 'ACTION_REJECTED' })", message: REJECTED },
  {
    title: "-32603 with a nested 4001",
    source: "({ code: -32603, message: 'Internal', data: { originalError: { code: 4001 } } })",
    message: REJECTED,
  },
  { title: "a plain string", source: "'User rejected the request'", message: REJECTED },
  {
    title: "4100",
    source: "({ code: 4100, message: 'unauthorized' })",
    message: failed("the wallet has not authorised this account. Unlock it and try again."),
  },
  {
    title: "4200",
    source: "({ code: 4200, message: '' })",
    message: failed("the wallet does not support this request."),
  },
  {
    title: "4900",
    source: "({ code: 4900, message: 'disconnected' })",
    message: failed("the wallet is offline. Check its connection and try again."),
  },
  {
    title: "4901",
    source: "({ code: 4901, message: 'chain' })",
    message: failed("the wallet is not connected to this network."),
  },
  {
    title: "4902 inside -32603",
    source: "({ code: -32603, message: 'Internal', data: { originalError: { code: 4902 } } })",
    message: failed("the wallet does not know this network."),
  },
  {
    title: "-32002",
    source: "({ code: -32002, message: 'already pending' })",
    message: failed(
      "the wallet already has a request waiting. Open the wallet and answer it first.",
    ),
  },
  {
    title: "-32000 with its reason in words",
    source: "({ code: -32000, message: 'insufficient funds for gas * price + value' })",
    message: failed("not enough funds for the price and the network fee."),
  },
  { title: "another string", source: "'call +1 555 0100 to get a refund'", message: UNKNOWN },
  { title: "nothing", source: "undefined", message: UNKNOWN },
  { title: "null", source: "null", message: UNKNOWN },
  { title: "a number", source: "42", message: UNKNOWN },
  {
    title: "an error that is its own cause",
    source: "(() => { const error = new Error('loop'); error.cause = error; return error; })()",
    message: UNKNOWN,
  },
];

test("[P-24] [P-25] has its own message for every error that a wallet throws", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  for (const { title, source, message } of THROWN) {
    await test.step(title, async () => {
      await page.evaluate(`window.throwInstead = { eth_sendTransaction: () => ${source} }`);
      await mint.mint.click();
      await expect(mint.error).toHaveText(message);
      await expect(mint.mint).not.toHaveAttribute("aria-busy", "true");
      await page.getByRole("button", { name: "Dismiss", exact: true }).click();
      await expect(mint.error).toHaveCount(0);
    });
  }
  // A wallet that reports an unknown problem may have sent it all the same.
  const earlier = page.getByRole("region", { name: "Earlier purchases" });
  await expect(earlier.getByRole("listitem")).toHaveCount(
    THROWN.filter(({ message }) => message === UNKNOWN).length,
  );
  expect(await chain.ticket.totalSupply()).toBe(0n);

  wallet.expected = { quantity: 1, affiliateCode: null, value: parseEther("0.05") };
  await page.evaluate("window.throwInstead = {}");
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
  await expect(earlier).not.toContainText("is yours");
  expect(await chain.ticket.totalSupply()).toBe(1n);
});

test("sends once, however fast Mint is pressed", async ({ page, mainnet: { url, chain } }) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: parseEther("0.05") };
  await expect(mint.mint).toBeEnabled();
  await mint.mint.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 5; press += 1) button.click();
  });
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  expect(wallet.sent("eth_sendTransaction")).toHaveLength(1);
  expect(await chain.ticket.totalSupply()).toBe(1n);
});

for (const [title, answer] of [
  ["a decimal string", "1"],
  ["a number", 1],
  ["hex with zeros", "0x01"],
] as const) {
  test(`takes a wallet that gives its chain id as ${title}`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    const { wallet, mint } = await openConnected(page, url, chain);
    wallet.expected = { quantity: 1, affiliateCode: null, value: parseEther("0.05") };
    await expect(mint.mint).toBeEnabled();
    wallet.override = ({ method }) => (method === "eth_chainId" ? answer : undefined);
    await mint.mint.click();
    await expect(mint.success).toContainText("Transaction successful!");
  });
}
