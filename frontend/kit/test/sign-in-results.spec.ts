import { account } from "../../../test/e2e/support/chain.ts";
import { expect, test } from "../../../test/e2e/support/fixtures.ts";
import { MintPageObject } from "../../../test/e2e/support/page.ts";
import { authenticate, signed } from "./support/authentication.ts";
import { provideBuffer } from "./support/buffer-global.ts";
import { pageProvider } from "./support/page-session.ts";

interface Answer {
  readonly result: { readonly cacaos: { s: { s: string } }[] };
}

test("[K-40] the page rejects a sign-in by telephone whose signature fails its check, and is not connected", async ({
  page,
  mainnet: { url, chain },
  telephone,
}) => {
  const wallet = await telephone({ chain });
  wallet.decision = "ignore";
  await provideBuffer(page);
  await page.goto(url);
  const mintPage = new MintPageObject(page);
  await mintPage.showWallets();
  const provider = await pageProvider(page);
  const { outcome, request } = await authenticate(provider, wallet, {
    chains: ["eip155:1"],
    domain: "mint.example",
    uri: "https://mint.example/login",
    nonce: "12345678",
    methods: ["personal_sign", "eth_sendTransaction"],
  });

  // The test replaces the signature after the check of the wallet's client, because that client
  // rejects it too.
  const engine = wallet.kit.engine.signClient.engine as unknown as {
    sendResult(answer: Answer): Promise<unknown>;
  };
  const send = engine.sendResult.bind(engine);
  const forged = await account(7).signMessage("anything");
  engine.sendResult = (answer) => {
    for (const { s } of answer.result.cacaos) s.s = forged;
    return send(answer);
  };
  const auth = await signed(wallet, request, 2);
  await wallet.kit.approveSessionAuthenticate({ id: request.id, auths: [auth] });
  expect(await outcome).toContain("Signature verification failed");
  expect(await provider.evaluate(({ client }) => client.session.getAll())).toEqual([]);
  await expect(mintPage.connect).toBeAttached();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
});
