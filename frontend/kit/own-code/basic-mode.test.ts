import {
  ApiController,
  ChainController,
  ConnectionController,
  CoreHelperUtil,
  ModalController,
  RouterController,
} from "@reown/appkit-controllers";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openBasicMode } from "./basic-mode.ts";

beforeAll(() => {
  openBasicMode();
});

beforeEach(() => {
  vi.spyOn(ApiController, "prefetch").mockResolvedValue([]);
  ChainController.state.noAdapters = false;
});

interface Case {
  readonly what: string;
  readonly basic?: boolean;
  readonly mobile?: boolean;
  readonly connected?: boolean;
  readonly asked?: "Connect" | "Networks";
  readonly expected: string;
}

it.each<Case>([
  { what: "on WalletConnect in basic mode", expected: "ConnectingWalletConnectBasic" },
  { what: "on all wallets on a telephone", mobile: true, expected: "AllWallets" },
  { what: "on the list of wallets if it is asked for", asked: "Connect", expected: "Connect" },
  { what: "on another view if it is asked for", asked: "Networks", expected: "Networks" },
  { what: "on the account if a wallet is connected", connected: true, expected: "Account" },
  { what: "on the list of wallets in no basic mode", basic: false, expected: "Connect" },
])("opens $what", async ({ basic = true, mobile = false, connected = false, asked, expected }) => {
  ConnectionController.setWcBasic(basic);
  vi.spyOn(CoreHelperUtil, "isMobile").mockReturnValue(mobile);
  const account = connected ? { caipAddress: "eip155:1:0x" } : {};
  vi.spyOn(ChainController, "getAccountData").mockReturnValue(account as never);
  await ModalController.open(asked && { view: asked });
  expect(RouterController.state.view).toBe(expected);
});
