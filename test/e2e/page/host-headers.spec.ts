import { openConnected } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

test("connects a wallet under its own and its host's policy, with trusted types", async ({
  page,
  hosted,
  chain,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|trusted/i.test(message.text())) refused.push(message.text());
  });
  const answer = page.waitForResponse(hosted.url);
  const { mint } = await openConnected(page, hosted.url, chain);
  // With this header, WebKitGTK 2.50 runs no script of the wallet, although the import map has the
  // hashes.
  expect((await answer).headers()).not.toHaveProperty("integrity-policy");
  await mint.showAccount();
  await expect(page.getByText("Disconnect")).toBeVisible();

  expect(refused).toEqual([]);
  const written = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML("beforeend", "<p id='written'></p>");
    } catch (error) {
      return (error as Error).name;
    }
    return "written";
  });
  expect(written).toBe("TypeError");
});
