import { verifyMessage } from "ethers";
import { kitViewWords } from "../../../frontend/src/domain/words/kit-view-words.ts";
import { discounted } from "../../support/collection.ts";
import { holdTimersFrom } from "../support/clock.ts";
import { expect, test } from "../support/fixtures.ts";
import { callKit } from "../support/kit-controllers.ts";
import { PRICE } from "../support/page.ts";

test("[W-03] [W-13] a telephone's wallet pairs by the QR code, connects on the page's own network, and signs a message and a purchase that is mined", async ({
  page,
  mint,
  mainnet: { url, chain },
  telephone,
  verifyPage,
}) => {
  const wallet = await telephone();
  const value = discounted(3n * PRICE);
  await mint.open("?a=welcome5");
  await mint.quantity.fill("3");
  await wallet.pair(await mint.openQrCode());
  await expect(page.getByText(wallet.address)).toBeVisible();
  // The wallet gets this origin from the verify service, so a site can't forge it.
  expect(verifyPage.asked[0]?.origin).toBe(new URL(url).origin);
  expect(wallet.proposals[0]?.verifyContext.verified).toMatchObject({
    origin: new URL(url).origin,
    validation: "VALID",
    isScam: false,
  });

  await test.step("it is asked once, for the page's own network and what the page uses", async () => {
    expect(wallet.proposals).toHaveLength(1);
    const { requiredNamespaces, optionalNamespaces } = wallet.proposals[0]?.params ?? {};
    expect({ requiredNamespaces, optionalNamespaces }).toEqual({
      requiredNamespaces: {},
      optionalNamespaces: {
        eip155: {
          chains: ["eip155:1"],
          methods: [
            "eth_sendTransaction",
            "personal_sign",
            "wallet_switchEthereumChain",
            "wallet_addEthereumChain",
          ],
          events: ["accountsChanged", "chainChanged"],
          rpcMap: expect.anything(),
        },
      },
    });
    const active = await page.evaluate(() => localStorage["@appkit/active_caip_network_id"]);
    expect(active).toBe("eip155:1");
  });

  await test.step("a message, through the kit", async () => {
    const signature = await callKit(page, "connection", "signMessage", "Good morning");
    expect(wallet.signedMessages).toEqual(["Good morning"]);
    expect(verifyMessage("Good morning", String(signature))).toBe(wallet.address);
  });

  await test.step("[W-03 control] no purchase that its user does not expect", async () => {
    wallet.expected = { quantity: 3, affiliateCode: "welcome5", value: value + 1n };
    await mint.mint.click();
    await expect(mint.error).toHaveText("Transaction rejected by user");
    expect(wallet.transactionHashes).toEqual([]);
    expect(await chain.ticket.totalSupply()).toBe(0n);
  });

  wallet.expected = { quantity: 3, affiliateCode: "welcome5", value };
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
  await expect(mint.success.getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
    "href",
    `https://etherscan.io/tx/${wallet.transactionHashes[0]}`,
  );
  expect(await chain.ticket.totalSupply()).toBe(3n);
  expect(await chain.ticket.affiliateSales("welcome5")).toEqual([true, 1n, 3n, value]);
  expect(wallet.requests.map(({ params }) => params.request.method)).toEqual([
    "personal_sign",
    "eth_sendTransaction",
    "eth_sendTransaction",
  ]);
});

test("[W-03] the telephone's user rejects: the page stays unconnected, and allows a retry", async ({
  page,
  mint,
  telephone,
}) => {
  const wallet = await telephone();
  wallet.decision = "reject";
  await mint.open();
  await wallet.pair(await mint.openQrCode());
  await expect(page.getByText("User rejected.")).toBeVisible();
  await expect(page.getByText(wallet.address)).toHaveCount(0);

  wallet.decision = "approve";
  await wallet.pair(await mint.readQrCode());
  await expect(page.getByText(wallet.address)).toBeVisible();
});

test("shows the QR code and asks the wallet with no wait of 1.2 s if the verify page is silent", async ({
  page,
  mint,
  mainnet: { url },
  pair,
  verifyPage,
}) => {
  verifyPage.fault = "silent";
  await holdTimersFrom(page, 1_200);
  const wallet = await pair();
  wallet.silent = true;
  await mint.mint.click();
  await expect
    .poll(() => wallet.requests.map(({ params }) => params.request.method))
    .toEqual(["eth_sendTransaction"]);
  for (const { verifyContext } of [...wallet.proposals, ...wallet.requests]) {
    expect(verifyContext.verified).toMatchObject({
      origin: new URL(url).origin,
      validation: "UNKNOWN",
    });
  }
});

test("shows the QR code while the proposal waits for its attestation, in a place that is kept for it", async ({
  page,
  mint,
  relay,
  verifyPage,
}) => {
  // Rounds to whole pixels, because the dialog opens with a transformation.
  const place = async () => {
    const box = await page.locator("w3m-connecting-wc-qrcode wui-shimmer").boundingBox();
    if (box === null) return null;
    const { x, y, width, height } = box;
    return [x, y, width, height].map(Math.round);
  };

  relay.stalled = true;
  await mint.open();
  await mint.connect.click();
  await page.getByRole("button", { name: /^WalletConnect/ }).click();
  await expect(page.getByText("Scan this QR Code with your phone")).toBeVisible();
  let kept: number[] | null = null;
  await expect
    .poll(async () => {
      const before = kept;
      kept = await place();
      const [, , width = 0, height = 0] = kept ?? [];
      return height > 200 && height === width && String(kept) === String(before);
    })
    .toBe(true);
  await expect(page.locator("wui-qr-code")).toHaveCount(0);

  relay.stalled = false;
  verifyPage.fault = "silent";
  // AppKit draws the code 200 ms after it has the text. Proves that the page doesn't wait for that.
  await holdTimersFrom(page, 200);
  await page.reload();
  expect(await mint.openQrCode()).toMatch(/^wc:[0-9a-f]{64}@2\?/);
  await expect.poll(() => verifyPage.asked.length).toBe(1);
  expect(relay.sent("wc_sessionPropose")).toEqual([]);
  await expect.poll(place).toEqual(kept);
});

test("says after 8 s that the relay does not answer, and tries again at a press", async ({
  page,
  mint,
  relay,
  verifyPage: _,
}) => {
  relay.stalled = true;
  await page.clock.install();
  await mint.open();
  await mint.connect.click();
  await page.getByRole("button", { name: /^WalletConnect/ }).click();
  await expect.poll(() => relay.attempts).toBe(1);
  await page.clock.fastForward(8_000);
  const alert = mint.dialog.getByRole("alert");
  await expect(alert).toContainText(kitViewWords.relay.noAnswer);

  relay.stalled = false;
  await alert.getByRole("button", { name: kitViewWords.relay.retry }).click();
  await expect(alert).toHaveCount(0);
  // The client waits a second after the first attempt.
  await page.clock.fastForward(1_000);
  await expect(page.locator("wui-qr-code")).toBeVisible();
  expect(relay.attempts).toBe(2);
});
