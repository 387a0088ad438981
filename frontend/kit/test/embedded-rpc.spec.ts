import { verifyMessage } from "ethers";
import { kitPart } from "../../../test/e2e/support/kit-controllers.ts";
import { MintPageObject } from "../../../test/e2e/support/page.ts";
import { EmbeddedLogin } from "./support/embedded-login.ts";
import { expect, test } from "./support/kit-lab-fixtures.ts";

interface Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>;
}

test.describe("[K-11] a request to the embedded wallet", () => {
  test("that spends is shown to its user, and sent after approval", async ({
    page,
    features: { chain },
    restoreLogin,
  }) => {
    const mintPage = new MintPageObject(page);
    const login = await restoreLogin();
    await mintPage.mint.click();

    await expect(login.frame.getByText("eth_sendTransaction")).toBeVisible();
    await expect(page.locator("w3m-approve-transaction-view")).toBeVisible();
    expect(await chain.ticket.totalSupply()).toBe(0n);

    await login.decide("Approve");
    await expect(mintPage.success).toContainText("Transaction successful!");
    await expect(login.dialog).toBeHidden();
    await expect(page.locator("iframe")).toBeHidden();
    expect(await chain.ticket.totalSupply()).toBe(1n);
  });

  test("that its user declines is not sent", async ({
    page,
    features: { chain },
    restoreLogin,
  }) => {
    const mintPage = new MintPageObject(page);
    const login = await restoreLogin();
    await mintPage.mint.click();
    await login.decide("Decline");

    await expect(mintPage.error).toBeVisible();
    await expect(login.dialog).toBeHidden();
    expect(await chain.ticket.totalSupply()).toBe(0n);
  });

  test("that only reads is answered without a prompt", async ({ lab, embedded, kitLab }) => {
    const { page } = lab;
    await lab.createSignedIn();
    const balance = await page.evaluate(async (address) => {
      const provider = window.appKit.getProvider<Provider>("eip155");
      return await provider?.request({ method: "eth_getBalance", params: [address, "latest"] });
    }, embedded.signer.address);
    expect(BigInt(String(balance))).toBe(
      await kitLab.chain.provider.getBalance(embedded.signer.address),
    );
    expect(embedded.events.at(-1)).toMatchObject({
      name: "RPC_REQUEST",
      payload: { method: "eth_getBalance" },
    });
    expect(await page.evaluate(() => window.appKit.isOpen())).toBe(false);
    await expect(page.locator("iframe")).toBeHidden();
  });

  test("for a signature returns one by the account", async ({ lab, embedded }) => {
    const { page } = lab;
    await lab.createSignedIn();
    const signature = page.evaluate(async (address) => {
      const provider = window.appKit.getProvider<Provider>("eip155");
      return await provider?.request({ method: "personal_sign", params: ["0x6869", address] });
    }, embedded.signer.address);
    const login = new EmbeddedLogin(page);
    await login.decide("Approve");
    expect(verifyMessage("hi", String(await signature))).toBe(embedded.signer.address);
  });

  test("for a disallowed method is refused before it reaches the frame", async ({
    lab,
    embedded,
  }) => {
    const { page } = lab;
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await lab.createSignedIn();
    const outcome = await page.evaluate(async () => {
      const provider = window.appKit.getProvider<Provider>("eip155");
      return await provider
        ?.request({ method: "eth_sign", params: ["0x", "0x"] })
        .then(() => "answered")
        .catch(() => "refused");
    });
    expect(outcome).toBe("refused");
    // Reads the toast's state, because the dialog may close before a test can read the toast.
    await expect
      .poll(() => page.evaluate(() => window.kitLab.controllers.SnackController.state.message))
      .toBe("Action not allowed");
    expect(errors.join("\n")).toContain("Requested RPC call is not allowed");
    expect(embedded.asked).not.toContain("RPC_REQUEST");
  });
});

test("[K-11] shows its user that a request is not allowed", async ({
  page,
  embedded,
  restoreLogin,
}) => {
  await restoreLogin();
  // The toast disappears after 2.5 s, so the test watches it from before the request.
  const toast = page.getByRole("alertdialog").getByText("Action not allowed").waitFor();
  const connectors = await kitPart(page, "connector");
  const outcome = await connectors.evaluate(async (part) => {
    const list = part.getConnectors?.() as { id: string; provider: Provider }[];
    const wallet = list.find(({ id }) => id === "ID_AUTH")?.provider;
    if (wallet === undefined) throw new Error("The kit has no embedded wallet");
    return await wallet
      .request({ method: "eth_sign", params: ["0x", "0x"] })
      .then(() => "answered")
      .catch(() => "refused");
  });
  expect(outcome).toBe("refused");
  await toast;
  expect(embedded.asked).not.toContain("RPC_REQUEST");
});

test("[K-26] aborts a request that waits for approval when the dialog is closed, but no read", async ({
  lab,
  embedded,
}) => {
  const { page } = lab;
  await lab.createSignedIn();
  const answer = embedded.hold("RPC_REQUEST");
  const outcomes = page.evaluate(async (address) => {
    const provider = window.appKit.getProvider<Provider>("eip155");
    return await Promise.all(
      ["personal_sign", "eth_getBalance"].map((method) =>
        provider
          ?.request({
            method,
            params: method === "personal_sign" ? ["0x6869", address] : [address, "latest"],
          })
          .then(() => "answered")
          .catch(String),
      ),
    );
  }, embedded.signer.address);
  await expect.poll(() => embedded.asked.filter((name) => name === "RPC_REQUEST")).toHaveLength(2);
  await expect(page.locator("w3m-approve-transaction-view")).toBeVisible();

  // In this view only code can close the dialog (K-03).
  await page.evaluate(() => window.appKit.close());
  await expect(page.locator("w3m-approve-transaction-view")).toBeVisible();
  await page.evaluate(() => window.appKit.close(true));
  answer();
  expect(await outcomes).toEqual(["Error: Request was aborted", "answered"]);
});

test.describe("[K-28] accounts of the embedded wallet", () => {
  test("are a smart account if there is one, and the EOA if preferred", async ({
    page,
    embedded,
    signIn,
  }) => {
    embedded.smartAccountNetworks = [1, 137];
    const login = await signIn(embedded.smartAccount);
    const remembered = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
    await expect
      .poll(() => remembered("@appkit-wallet/SMART_ACCOUNT_ENABLED_NETWORKS"))
      .toBe("1,137");

    await login.openProfile();
    await expect(page.locator("wui-list-account")).toHaveText([/Email Account/, /Smart Account/]);
    await page.getByText("Account Settings").click();
    await page.getByText("Switch to your EOA").click();
    await expect(page.getByText(embedded.signer.address)).toBeVisible();
    expect(embedded.asked).toContain("SET_PREFERRED_ACCOUNT");
    expect(JSON.parse((await remembered("@appkit/preferred_account_types")) ?? "")).toMatchObject({
      eip155: "eoa",
    });

    await page.reload();
    await expect(page.getByText(embedded.signer.address)).toBeVisible();
  });

  test("offer no switch if there is no smart account", async ({ page, embedded, restoreLogin }) => {
    embedded.smartAccountNetworks = [137];
    const login = await restoreLogin();
    await login.openSettings();
    await expect(page.getByText("Switch to your")).toBeHidden();
  });
});
