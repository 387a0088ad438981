import type { BrowserContext, Page } from "@playwright/test";
import { account } from "../../../test/e2e/support/chain.ts";
import { MintPageObject } from "../../../test/e2e/support/page.ts";
import { expect, test } from "./support/embedded-wallet-fixtures.ts";

const ATTACKER = "https://attacker.example";

const replacement = (address: string) => ({
  type: "@w3m-frame/GET_USER_SUCCESS",
  id: "forged",
  payload: { address, chainId: 1, email: "mallory@example.org" },
});

async function openByAttacker(context: BrowserContext, url: string) {
  await context.route(`${ATTACKER}/`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Free tickets</title>" }),
  );
  const attacker = await context.newPage();
  await attacker.goto(`${ATTACKER}/`);
  const opened = context.waitForEvent("page");
  await attacker.evaluate((address) => {
    Object.assign(window, { victim: window.open(address) });
  }, url);
  return { attacker, page: await opened };
}

/** Counts a message before any code of the page can stop it. */
async function countMessages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let delivered = 0;
    const count = ({ data }: MessageEvent) => {
      if (data?.id !== "forged") return;
      delivered += 1;
      Object.assign(window, { delivered });
    };
    window.addEventListener("message", count, { capture: true });
  });
}

const delivered = (page: Page) =>
  page.evaluate(() => (window as { delivered?: number }).delivered ?? 0);

test("[K-10] the account does not change by a message of another window, nor of another frame of the wallet's site", async ({
  context,
  features: { url },
  embedded,
  signIn,
}) => {
  await countMessages(context);
  const { attacker, page } = await openByAttacker(context, url);
  const mint = new MintPageObject(page);
  await signIn();
  const forged = account(9).address;

  await test.step("the window that opened the page", async () => {
    await attacker.evaluate(
      (message) => (window as unknown as { victim: Window }).victim.postMessage(message, "*"),
      replacement(forged),
    );
    await expect.poll(() => delivered(page)).toBe(1);
  });

  await test.step("a second frame of the wallet's site", async () => {
    await page.evaluate(() => {
      const second = document.createElement("iframe");
      second.name = "second";
      second.src = "https://secure.walletconnect.org/loading";
      document.body.append(second);
    });
    await expect.poll(() => page.frame("second")?.url()).toMatch(/\/loading$/);
    await page
      .frame("second")
      ?.evaluate((message) => parent.postMessage(message, "*"), replacement(forged));
    await expect.poll(() => delivered(page)).toBe(2);
  });

  await mint.showAccount();
  await expect(page.locator("wui-profile-button")).toBeVisible();
  await expect(page.getByText(forged)).toHaveCount(0);
  await expect(page.getByText(embedded.signer.address)).toBeVisible();
});

test("[K-10 control] the account changes by the same message of the wallet's own frame", async ({
  page,
  signIn,
}) => {
  await signIn();
  const own = page.frame("w3m-secure-iframe");
  const { address } = account(9);
  await own?.evaluate((message) => parent.postMessage(message, "*"), replacement(address));
  await expect(page.getByText(address)).toBeVisible();
});
