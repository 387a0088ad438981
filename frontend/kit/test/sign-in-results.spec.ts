import { expect, test } from "../../../test/e2e/support/fixtures.ts";
import { authenticate, signed, WITH_SESSION } from "./support/authentication.ts";
import { provideBuffer } from "./support/buffer-global.ts";
import { pageProvider } from "./support/page-session.ts";

interface Answer {
  readonly result: { readonly cacaos: { s: { s: string } }[] };
}

test("[K-40] the page rejects a sign-in by telephone whose signature fails its check, and is not connected", async ({
  page,
  mint,
  telephone,
}) => {
  const wallet = await telephone();
  wallet.decision = "ignore";
  await provideBuffer(page);
  await mint.open();
  await mint.showWallets();
  const provider = await pageProvider(page);
  const { outcome, request } = await authenticate(provider, wallet, WITH_SESSION);

  // The test replaces the signature after the check of the wallet's client, because that client
  // rejects it too.
  const engine = wallet.kit.engine.signClient.engine as unknown as {
    sendResult(answer: Answer): Promise<unknown>;
  };
  const send = engine.sendResult.bind(engine);
  const foreign = await signed(wallet, request, 7);
  engine.sendResult = (answer) => {
    for (const { s } of answer.result.cacaos) s.s = foreign.s.s;
    return send(answer);
  };
  const auth = await signed(wallet, request, 2);
  await wallet.kit.approveSessionAuthenticate({ id: request.id, auths: [auth] });
  expect(await outcome).toContain("Signature verification failed");
  expect(await provider.evaluate(({ client }) => client.session.getAll())).toEqual([]);
  await expect(mint.connect).toBeAttached();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
});
