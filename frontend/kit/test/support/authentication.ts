import { expect, type JSHandle } from "@playwright/test";
import { buildAuthObject, populateAuthPayload } from "@walletconnect/utils";
import type { WalletKitWallet } from "../../../../test/doubles/wallets/walletkit-wallet.ts";
import { account } from "../../../../test/e2e/support/chain.ts";
import type { PageProvider } from "./page-session.ts";

type AuthRequest = WalletKitWallet["authRequests"][number];

export const SIGN_IN = {
  chains: ["eip155:1"],
  domain: "mint.example",
  uri: "https://mint.example/login",
  nonce: "12345678",
};

/** AppKit requests the same methods, because the wallet's signature also opens a session. */
export const WITH_SESSION = { ...SIGN_IN, methods: ["personal_sign", "eth_sendTransaction"] };

/** @returns the page's outcome, and the request as the wallet received it */
export async function authenticate(
  provider: JSHandle<PageProvider>,
  wallet: WalletKitWallet,
  params: object,
): Promise<{ outcome: Promise<string>; request: AuthRequest }> {
  const asked = await provider.evaluateHandle(
    async ({ client }, given) => await client.authenticate(given),
    params,
  );
  const already = wallet.authRequests.length;
  await wallet.pair(await asked.evaluate(({ uri }) => uri));
  const outcome = asked.evaluate(({ response }) =>
    response().then(
      (result) => String((result as { session?: { topic: string } }).session?.topic),
      (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error)),
    ),
  );
  await expect.poll(() => wallet.authRequests.length).toBe(already + 1);
  const request = wallet.authRequests[already];
  if (request === undefined) throw new Error("The wallet was not asked");
  return { outcome, request };
}

export async function signed(wallet: WalletKitWallet, request: AuthRequest, keyIndex: number) {
  const payload = populateAuthPayload({
    authPayload: request.params.authPayload,
    chains: ["eip155:1"],
    methods: ["personal_sign", "eth_sendTransaction"],
  });
  const iss = `eip155:1:${wallet.address}`;
  const message = wallet.kit.formatAuthMessage({ request: payload, iss });
  const s = await account(keyIndex).signMessage(message);
  return buildAuthObject(payload, { t: "eip191", s }, `did:pkh:${iss}`);
}
