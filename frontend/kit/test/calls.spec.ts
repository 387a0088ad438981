import type { Page } from "@playwright/test";
import { installEverydayWallet } from "../../../test/doubles/wallets/everyday-wallet.ts";
import { InjectedWallet } from "../../../test/doubles/wallets/injected-wallet.ts";
import type { Chain } from "../../../test/e2e/support/chain.ts";
import { callKit } from "../../../test/e2e/support/kit-controllers.ts";
import { KitDialog } from "../../../test/e2e/support/kit-dialog.ts";
import { MintPageObject } from "../../../test/e2e/support/page.ts";
import { expect, test } from "./support/cloud-fixtures.ts";
import { frameProvider } from "./support/frame-provider.ts";

const TO = "0x00000000000000000000000000000000C0FFEE01";

const digits = (count: number) => "ab".repeat(count).slice(0, count);

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The wallet reads the chain for the page. The test decides its answer to `method`. */
async function connect(page: Page, url: string, chain: Chain) {
  const wallet = await installEverydayWallet(page, chain, () => false);
  const byTheBook = wallet.override;
  await page.goto(url);
  await new KitDialog(page).connectWith(wallet.name);
  return {
    answer(method: string, answer: unknown) {
      wallet.override = (asked) => (asked.method === method ? answer : byTheBook?.(asked));
    },
  };
}

test.describe("[K-35] calls that are sent together", () => {
  test("each have a receiver, and may have data; other ones do not reach the wallet", async ({
    page,
    embedded,
    restoreLogin,
  }) => {
    const login = await restoreLogin();
    const provider = await frameProvider(page);
    const send = (calls: readonly unknown[]) =>
      provider.evaluate(
        (frame, given) =>
          frame.request({ method: "wallet_sendCalls", params: [{ calls: given }] }).then(
            () => "sent",
            (error: Error) => error.message,
          ),
        calls,
      );

    for (const calls of [
      [{}],
      [{ data: "0x" }],
      [{ to: 1 }],
      [{ to: TO.slice(2) }],
      [{ to: `1${TO}` }],
      [{ to: TO, data: "a9059cbb" }],
      [{ to: TO, data: 1 }],
      [{ to: TO }, { to: "ada.eth" }],
    ]) {
      expect(await send(calls), JSON.stringify(calls)).toContain("Invalid");
      await twoFrames(page);
      await expect(login.dialog).toBeHidden();
    }
    expect(embedded.asked).not.toContain("RPC_REQUEST");

    const calls = [{ to: TO }, { to: TO, data: "0xa9059cbb", value: "0x1" }];
    const outcome = send(calls);
    await expect(login.frame.getByText("wallet_sendCalls")).toBeVisible();
    await login.decide("Decline");
    expect(await outcome).toBe("User rejected the request");
    await expect(login.dialog).toBeHidden();
    expect(embedded.events.filter(({ name }) => name === "RPC_REQUEST")).toMatchObject([
      { payload: { method: "wallet_sendCalls", params: [{ calls }] } },
    ]);
  });
});

const NO_HASHES = [
  "",
  "0x",
  digits(64),
  `0x${digits(63)}`,
  `0x${digits(65)}`,
  `0x${"g".repeat(64)}`,
];

test.describe("[K-35] a transaction's hash", () => {
  test("is 0x and 64 hexadecimal digits, or the purchase is not followed", async ({
    page,
    mainnet: { url, chain },
  }) => {
    const wallet = await InjectedWallet.install(page, chain, { chainId: 1 });
    const mintPage = new MintPageObject(page);
    await page.goto(url);
    await mintPage.connectWith(wallet.name);
    for (const [index, answer] of [...NO_HASHES, null, 1, {}].entries()) {
      wallet.override = ({ method }) => (method === "eth_sendTransaction" ? answer : undefined);
      await mintPage.mint.click();
      await expect.poll(() => wallet.sent("eth_sendTransaction")).toHaveLength(index + 1);
      await expect(mintPage.error, JSON.stringify(answer)).toContainText(
        "your wallet didn't say which transaction it sent",
      );
      await page.getByRole("button", { name: "Dismiss", exact: true }).click();
    }
    wallet.expected = { quantity: 1, affiliateCode: null, value: await chain.ticket.ticketPrice() };
    wallet.override = null;
    await mintPage.mint.click();
    await expect(mintPage.success).toContainText("Transaction successful!");
  });

  test("is 0x and 64 hexadecimal digits, or the kit's own transaction has failed", async ({
    page,
    cloud: _,
    features: { url, chain },
  }) => {
    const wallet = await connect(page, url, chain);
    const send = () =>
      callKit(page, "connection", "sendTransaction", {
        to: TO,
        value: 1,
        data: "0x",
        chainNamespace: "eip155",
      });
    for (const answer of NO_HASHES) {
      wallet.answer("eth_sendTransaction", answer);
      await expect(send(), answer).rejects.toThrow("Malformed answer to eth_sendTransaction");
    }
  });
});

test("[K-35] a signed message is 0x and at least 62 hexadecimal digits, or it is not signed", async ({
  page,
  cloud: _,
  features: { url, chain },
}) => {
  const wallet = await connect(page, url, chain);
  const sign = () => callKit(page, "connection", "signMessage", "hi");
  for (const answer of ["", "0x", digits(130), `0x${digits(61)}`, `0x${"g".repeat(130)}`, null]) {
    wallet.answer("personal_sign", answer);
    await expect(sign(), String(answer)).rejects.toThrow("Sign message failed");
  }
  for (const answer of [`0x${digits(62)}`, `0x${digits(130)}`, `0x${digits(1_000)}`]) {
    wallet.answer("personal_sign", answer);
    expect(await sign()).toBe(answer);
  }
});
