import type { JSHandle, Page } from "@playwright/test";
import { PROJECT_ID } from "../../../test/e2e/support/mainnet-build.ts";
import { EMAIL, EmbeddedLogin } from "./support/embedded-login.ts";
import { expect, test } from "./support/embedded-wallet-fixtures.ts";
import { type FrameProvider, frameProvider } from "./support/frame-provider.ts";

const SOCIAL_LOGIN = "https://secure.walletconnect.org/social/github";

interface Message {
  readonly name: string;
  readonly call: string;
  readonly given?: readonly unknown[];
  readonly payload?: unknown;
}

const DAPP = {
  metadata: { name: "Mint", description: "", url: "https://mint.example", icons: [] },
  projectId: PROJECT_ID,
  sdkVersion: "html-ethers-1.7.4",
  sdkType: "appkit",
} as const;

/** The messages are in an order in which a visitor's wallet can answer each. */
const MESSAGES: readonly Message[] = [
  { name: "RELOAD", call: "reload" },
  { name: "SYNC_THEME", call: "syncTheme", given: [{ themeMode: "dark" }] },
  { name: "SYNC_DAPP_DATA", call: "syncDappData", given: [DAPP] },
  { name: "CONNECT_EMAIL", call: "connectEmail", given: [{ email: EMAIL }] },
  { name: "CONNECT_DEVICE", call: "connectDevice" },
  { name: "CONNECT_OTP", call: "connectOtp", given: [{ otp: "246810" }] },
  {
    name: "GET_USER",
    call: "connect",
    given: [{ chainId: "eip155:1", preferredAccountType: "smartAccount" }],
  },
  { name: "IS_CONNECTED", call: "isConnected" },
  { name: "GET_CHAIN_ID", call: "getChainId" },
  { name: "GET_SMART_ACCOUNT_ENABLED_NETWORKS", call: "getSmartAccountEnabledNetworks" },
  {
    name: "INIT_SMART_ACCOUNT",
    call: "appEvent",
    given: [{ type: "@w3m-app/INIT_SMART_ACCOUNT" }],
    payload: undefined,
  },
  {
    name: "SET_PREFERRED_ACCOUNT",
    call: "setPreferredAccount",
    given: ["eoa"],
    payload: { type: "eoa" },
  },
  {
    name: "SWITCH_NETWORK",
    call: "switchNetwork",
    given: ["eip155:137"],
    payload: { chainId: "eip155:137" },
  },
  { name: "RPC_REQUEST", call: "request", given: [{ method: "eth_accounts" }] },
  { name: "UPDATE_EMAIL", call: "updateEmail", given: [{ email: "ada@example.com" }] },
  { name: "UPDATE_EMAIL_PRIMARY_OTP", call: "updateEmailPrimaryOtp", given: [{ otp: "246810" }] },
  {
    name: "UPDATE_EMAIL_SECONDARY_OTP",
    call: "updateEmailSecondaryOtp",
    given: [{ otp: "135791" }],
  },
  {
    name: "GET_SOCIAL_REDIRECT_URI",
    call: "getSocialRedirectUri",
    given: [{ provider: "github" }],
  },
  {
    name: "CONNECT_SOCIAL",
    call: "connectSocial",
    given: [`${SOCIAL_LOGIN}/done`],
    payload: { uri: `${SOCIAL_LOGIN}/done` },
  },
  { name: "GET_FARCASTER_URI", call: "getFarcasterUri" },
  { name: "CONNECT_FARCASTER", call: "connectFarcaster" },
  { name: "SIGN_OUT", call: "disconnect" },
];

const NOTHING = { answer: undefined };

/** Opens the dialog without signing in. The first message loads the frame. */
async function open(page: Page, url: string): Promise<JSHandle<FrameProvider>> {
  await EmbeddedLogin.open(page, url);
  const provider = await frameProvider(page);
  // Without this entry AppKit does not ask the frame.
  await page.evaluate(() => localStorage.setItem("@appkit-wallet/EMAIL_LOGIN_USED_KEY", "true"));
  return provider;
}

function outcome(provider: JSHandle<FrameProvider>, { call, given = [] }: Message) {
  return provider.evaluate(
    async (frame, [name, ...args]) => {
      const send = (frame as unknown as Record<string, (...of: unknown[]) => Promise<unknown>>)[
        name as string
      ];
      try {
        return { answer: await send?.call(frame, ...args) };
      } catch (error) {
        return { error: (error as Error).message };
      }
    },
    [call, ...given],
  );
}

test("[K-36] each message to the embedded wallet gets its own answer", async ({
  page,
  features: { url },
  embedded,
}) => {
  embedded.smartAccountNetworks = [1];
  embedded.approveDevice();
  embedded.approveFarcaster();
  const provider = await open(page, url);

  const answers: Record<string, unknown> = {};
  for (const message of MESSAGES) {
    const before = embedded.events.length;
    answers[message.name] = await outcome(provider, message);
    const sent = embedded.events.slice(before).find(({ name }) => name === message.name);
    const payload = "payload" in message ? message.payload : message.given?.[0];
    expect(sent, message.name).toEqual({
      name: message.name,
      id: expect.stringMatching(/^[0-9a-z]+$/),
      ...(payload !== undefined && { payload }),
    });
  }
  expect(embedded.loads).toEqual([
    { projectId: PROJECT_ID, chainId: "eip155:1", version: "4", enableLogger: "true" },
  ]);
  const eoa = { address: embedded.signer.address, type: "eoa" };
  const accounts = [eoa, { address: embedded.smartAccount, type: "smartAccount" }];
  expect(answers).toEqual({
    SYNC_THEME: NOTHING,
    SYNC_DAPP_DATA: NOTHING,
    RELOAD: NOTHING,
    CONNECT_EMAIL: { answer: { action: "VERIFY_OTP" } },
    CONNECT_DEVICE: NOTHING,
    CONNECT_OTP: NOTHING,
    GET_USER: {
      answer: {
        email: EMAIL,
        address: embedded.smartAccount,
        chainId: 1,
        smartAccountDeployed: true,
        preferredAccountType: "smartAccount",
        accounts,
      },
    },
    IS_CONNECTED: { answer: { isConnected: true } },
    GET_CHAIN_ID: { answer: { chainId: 1 } },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: { answer: { smartAccountEnabledNetworks: [1] } },
    INIT_SMART_ACCOUNT: { answer: { address: embedded.smartAccount, isDeployed: true } },
    SET_PREFERRED_ACCOUNT: { answer: eoa },
    SWITCH_NETWORK: { answer: { chainId: "eip155:137" } },
    RPC_REQUEST: { answer: [embedded.signer.address] },
    UPDATE_EMAIL: { answer: { action: "VERIFY_PRIMARY_OTP" } },
    UPDATE_EMAIL_PRIMARY_OTP: NOTHING,
    UPDATE_EMAIL_SECONDARY_OTP: { answer: { newEmail: "ada@example.com" } },
    GET_SOCIAL_REDIRECT_URI: { answer: { uri: SOCIAL_LOGIN } },
    CONNECT_SOCIAL: {
      answer: {
        email: null,
        address: embedded.signer.address,
        chainId: 1,
        accounts,
        userName: embedded.socialName,
      },
    },
    GET_FARCASTER_URI: { answer: { url: embedded.farcasterUri } },
    CONNECT_FARCASTER: { answer: { userName: embedded.socialName } },
    SIGN_OUT: NOTHING,
  });
});

test("[K-36] each message to the embedded wallet can be answered by an error with a message", async ({
  page,
  features: { url },
  embedded,
}) => {
  const provider = await open(page, url);
  for (const message of MESSAGES) {
    const error = `No ${message.name} today`;
    embedded.faults.set(message.name, { error });
    expect(await outcome(provider, message), message.name).toEqual({ error });
    expect(embedded.asked).toContain(message.name);
    embedded.faults.delete(message.name);
    await page.evaluate(() => localStorage.setItem("@appkit-wallet/EMAIL_LOGIN_USED_KEY", "true"));
  }
});
