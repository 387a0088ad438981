import { expect, test } from "../support/fixtures.ts";

test("the tests' browser finds no other machine", async ({ page, mainnetStack: { url } }) => {
  // The name resolves to this machine even without a network, but the tests' browser must not
  // resolve it.
  const elsewhere = url.replace("localhost", "elsewhere.localhost");
  await expect(page.goto(elsewhere)).rejects.toThrow("net::ERR_NAME_NOT_RESOLVED");
});
