import type { Locator } from "@playwright/test";
import { kitWords } from "../../../frontend/src/domain/words/kit-words.ts";
import { deferred } from "../../support/deferred.ts";
import { expect, test } from "../support/fixtures.ts";

const DIRECTORY = /^https:\/\/api\.web3modal\.(org|com)\/getWallets\?/;

const directory = {
  count: 2,
  data: ["Harbour Wallet", "Meadow Wallet"].map((name) => ({ id: name, name })),
};

async function places(dialog: Locator): Promise<unknown> {
  await dialog.evaluate((card) =>
    Promise.all(card.getAnimations().map(({ finished }) => finished)),
  );
  const entries = [/^WalletConnect/, /^All Wallets/].map((name) =>
    dialog.getByRole("button", { name }).boundingBox(),
  );
  return (await Promise.all(entries)).map((box) => box && [box.x, box.y].map(Math.round));
}

test("nothing moves while the directory is silent, is refused, and answers a minute later", async ({
  page,
  mint,
}) => {
  await page.clock.install();
  const asked = deferred<void>();
  let refused = true;
  await page.route(DIRECTORY, async (route) => {
    await asked.promise;
    await (refused ? route.abort("connectionrefused") : route.fulfill({ json: directory }));
  });
  await mint.open();
  await mint.showWallets();
  const before = await places(mint.dialog);
  const entry = mint.dialog.getByRole("button", { name: /^WalletConnect/ });
  await entry.focus();

  asked.resolve();
  await expect(mint.dialog.getByRole("status")).toHaveText(kitWords.noMoreWallets);
  expect(await places(mint.dialog)).toEqual(before);
  // The "All Wallets" entry shows no number while the list is missing.
  await expect(mint.dialog.getByRole("button", { name: /^All Wallets/ })).not.toContainText("0");

  refused = false;
  await page.clock.fastForward(60_000);
  await expect(mint.dialog.getByText("Harbour Wallet")).toBeVisible();
  await expect(mint.dialog.getByText("Meadow Wallet")).toBeVisible();
  expect(await places(mint.dialog)).toEqual(before);
  await expect(entry).toBeFocused();
});
