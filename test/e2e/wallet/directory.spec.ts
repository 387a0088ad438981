import type { Locator, Route } from "@playwright/test";
import { kitWords } from "../../../frontend/src/domain/words/kit-words.ts";
import { deferred } from "../../support/deferred.ts";
import { holdTimersFrom } from "../support/clock.ts";
import { expect, test } from "../support/fixtures.ts";

const DIRECTORY = /^https:\/\/api\.web3modal\.(org|com)\/getWallets\?/;

const directory = {
  count: 2,
  data: ["Harbour Wallet", "Meadow Wallet"].map((name) => ({ id: name, name })),
};

const answer = (route: Route) => route.fulfill({ json: directory });

async function places(dialog: Locator): Promise<unknown> {
  await dialog.evaluate((card) =>
    Promise.all(card.getAnimations().map(({ finished }) => finished)),
  );
  const entries = [/^WalletConnect/, /^All Wallets/].map((name) =>
    dialog.getByRole("button", { name }).boundingBox(),
  );
  return (await Promise.all(entries)).map((box) => box && [box.x, box.y].map(Math.round));
}

test("opens the dialog before the directory has answered, and nothing moves when its wallets come", async ({
  page,
  mint,
}) => {
  // Stops the page's timers, because none of them may end the wait.
  await holdTimersFrom(page, 2_000);
  const asked = deferred<void>();
  await page.route(DIRECTORY, async (route) => {
    await asked.promise;
    await answer(route);
  });
  await mint.open();
  await mint.showWallets();
  const before = await places(mint.dialog);
  const entry = mint.dialog.getByRole("button", { name: /^WalletConnect/ });
  await entry.focus();
  asked.resolve();
  await expect(mint.dialog.getByText("Harbour Wallet")).toBeVisible();
  await expect(mint.dialog.getByText("Meadow Wallet")).toBeVisible();
  expect(await places(mint.dialog)).toEqual(before);
  await expect(entry).toBeFocused();
});

test("says in the place of its wallets that a directory is refused, and fills them in later", async ({
  page,
  mint,
}) => {
  await page.clock.install();
  let refused = true;
  await page.route(DIRECTORY, (route) =>
    refused ? route.abort("connectionrefused") : answer(route),
  );
  await mint.open();
  await mint.connect.click();
  await expect(mint.dialog.getByRole("status")).toHaveText(kitWords.noMoreWallets);
  const before = await places(mint.dialog);
  // The "All Wallets" entry shows no number while the list is missing.
  await expect(mint.dialog.getByRole("button", { name: /^All Wallets/ })).not.toContainText("0");
  refused = false;
  await page.clock.fastForward(60_000);
  await expect(mint.dialog.getByText("Harbour Wallet")).toBeVisible();
  expect(await places(mint.dialog)).toEqual(before);
});
