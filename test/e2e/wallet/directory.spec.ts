import type { Page, Route } from "@playwright/test";
import { kitWords } from "../../../frontend/src/domain/words/kit-words.ts";
import { deferred } from "../../support/deferred.ts";
import { holdTimersFrom } from "../support/held-timers.ts";
import { MintPageObject } from "../support/page.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

const DIRECTORY = /^https:\/\/api\.web3modal\.(org|com)\/getWallets\?/;

const dialog = (page: Page) => page.getByRole("alertdialog");

const directory = {
  count: 2,
  data: ["Harbour Wallet", "Meadow Wallet"].map((name) => ({ id: name, name })),
};

const answer = (route: Route) => route.fulfill({ json: directory });

async function places(page: Page): Promise<unknown> {
  await dialog(page).evaluate((card) =>
    Promise.all(card.getAnimations().map(({ finished }) => finished)),
  );
  const entries = [/^WalletConnect/, /^All Wallets/].map((name) =>
    dialog(page).getByRole("button", { name }).boundingBox(),
  );
  return (await Promise.all(entries)).map((box) => box && [box.x, box.y].map(Math.round));
}

test("opens the dialog before the directory has answered, and nothing moves when its wallets come", async ({
  page,
  mainnet: { url },
}) => {
  // Stops the page's timers, because none of them may end the wait.
  await holdTimersFrom(page, 2_000);
  const asked = deferred<void>();
  await page.route(DIRECTORY, async (route) => {
    await asked.promise;
    await answer(route);
  });
  await page.goto(url);
  await new MintPageObject(page).showWallets();
  const before = await places(page);
  const entry = dialog(page).getByRole("button", { name: /^WalletConnect/ });
  await entry.focus();
  asked.resolve();
  await expect(dialog(page).getByText("Harbour Wallet")).toBeVisible();
  await expect(dialog(page).getByText("Meadow Wallet")).toBeVisible();
  expect(await places(page)).toEqual(before);
  await expect(entry).toBeFocused();
});

test("says in the place of its wallets that a directory is refused, and fills them in later", async ({
  page,
  mainnet: { url },
}) => {
  await page.clock.install();
  let refused = true;
  await page.route(DIRECTORY, (route) =>
    refused ? route.abort("connectionrefused") : answer(route),
  );
  await page.goto(url);
  await new MintPageObject(page).connect.click();
  await expect(dialog(page).getByRole("status")).toHaveText(kitWords.noMoreWallets);
  const before = await places(page);
  // The "All Wallets" entry shows no number while the list is missing.
  await expect(dialog(page).getByRole("button", { name: /^All Wallets/ })).not.toContainText("0");
  refused = false;
  await page.clock.fastForward(60_000);
  await expect(dialog(page).getByText("Harbour Wallet")).toBeVisible();
  expect(await places(page)).toEqual(before);
});
