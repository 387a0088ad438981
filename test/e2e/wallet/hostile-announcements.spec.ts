import { openConnected } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

/** `announcement-guard.test.ts` has the full table of hostile announcements. */

test("connects despite an announcement with a name that throws", async ({
  page,
  mainnet: { url, chain },
}) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const info = {
      uuid: crypto.randomUUID(),
      icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
      rdns: "test.throwing",
      get name() {
        throw new Error("boom");
      },
    };
    const provider = { request: async () => null, on: () => undefined };
    const detail = { info, provider };
    const tell = () =>
      window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    window.addEventListener("eip6963:requestProvider", tell);
    tell();
  });
  await openConnected(page, url, chain);
  expect(errors).toEqual([]);
});
