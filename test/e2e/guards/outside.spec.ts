import { expect, test } from "../support/fixtures.ts";

/** No network is needed: doubles answer in place of other machines. */

test("the tests' browser finds no other machine", async ({ page, mainnetStack: { url } }) => {
  // A name of this machine, which no network has to know. The browser does not take it for one.
  const elsewhere = url.replace("localhost", "elsewhere.localhost");
  await expect(page.goto(elsewhere)).rejects.toThrow("net::ERR_NAME_NOT_RESOLVED");
});
