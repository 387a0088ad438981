import { callKit } from "../../../test/e2e/support/kit-controllers.ts";
import { expect, test } from "./support/session-fixtures.ts";

test("[K-38] a session whose key is lost has an invalid topic, and ends with the next request", async ({
  page,
  mint,
  openSession,
}) => {
  const { wallet, provider } = await openSession();
  const sessions = () => provider.evaluate(({ client }) => client.session.getAll().length);
  expect(await sessions()).toBe(1);

  await provider.evaluate(
    ({ client: { core } }, topic) => core.crypto.keychain.del(topic),
    wallet.session.topic,
  );
  await expect(callKit(page, "connection", "signMessage", "hi")).rejects.toThrow();
  await expect(mint.connect).toBeVisible();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
  expect(await sessions()).toBe(0);
  expect(wallet.requests).toEqual([]);

  await page.reload();
  await wallet.pair(await mint.openQrCode());
  await expect(page.getByText(wallet.address)).toBeVisible();
});

test("[K-38] a request for a topic that is no session is refused, and leaves the session", async ({
  page,
  openSession,
}) => {
  const { wallet, provider } = await openSession();
  const refused = await provider.evaluate(({ client }) =>
    client
      .request({ topic: "00", chainId: "eip155:1", request: { method: "personal_sign" } })
      .then(() => "sent", String),
  );
  expect(refused).toContain("No matching key. session topic doesn't exist: 00");
  await expect(page.getByText(wallet.address)).toBeVisible();
  expect(wallet.hasSession).toBe(true);
});
