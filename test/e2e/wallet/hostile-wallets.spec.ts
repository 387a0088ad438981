import { parseEther } from "ethers";
import { openConnected } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

const REJECTED = "Transaction rejected by user";
const UNKNOWN =
  "Error sending transaction: your wallet reported a problem. Check its activity before you try again.";

const THROWN: readonly { title: string; source: string; message: string }[] = [
  { title: "4001", source: "Object.assign(new Error('x'), { code: 4001 })", message: REJECTED },
  { title: "a string", source: "'call +1 555 0100 to get a refund'", message: UNKNOWN },
  {
    title: "an error that is its own cause",
    source: "(() => { const error = new Error('loop'); error.cause = error; return error; })()",
    message: UNKNOWN,
  },
];

test("has a message for whatever a wallet throws, and takes the next press", async ({
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
  // The wallet may have sent the transaction although it reports an unknown error.
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
