// @vitest-environment jsdom
import { ConnectorController } from "@reown/appkit-controllers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OpenAppKit } from "../open-app-kit.ts";
import { restoreEarly } from "./early-restoration.ts";

const INJECTED = "injected.wallet";

function kit(id?: string) {
  if (id !== undefined) ConnectorController.setConnectorId(id, "eip155");
  const restore = vi.fn(async () => undefined);
  const modal = { syncExistingConnection: restore };
  restoreEarly(modal as unknown as OpenAppKit, INJECTED);
  return { modal, restore };
}

function arrive(id: string): void {
  ConnectorController.setConnectors([
    { id, name: id, type: "ANNOUNCED", chain: "eip155", provider: {} as never } as never,
  ]);
}

const asked = vi.fn();

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockClear();
  window.addEventListener("eip6963:requestProvider", asked);
});

afterEach(() => {
  window.removeEventListener("eip6963:requestProvider", asked);
  ConnectorController.removeConnectorId("eip155");
  ConnectorController.state.allConnectors = [];
  ConnectorController.state.connectors = [];
});

it("is at once if the wallet is there, and once", async () => {
  arrive("early.wallet");
  const { modal, restore } = kit("early.wallet");
  await pass(0);
  expect(restore).toHaveBeenCalledOnce();
  await modal.syncExistingConnection();
  expect(restore).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it("is as soon as the wallet comes, and not for another wallet", async () => {
  const { restore } = kit("late.wallet");
  arrive("other.wallet");
  await pass(1_000);
  expect(restore).not.toHaveBeenCalled();
  arrive("late.wallet");
  await pass(0);
  expect(restore).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it("is after 3 s, to end there, if the wallet does not come", async () => {
  const { restore } = kit("absent.wallet");
  await pass(2_999);
  expect(restore).not.toHaveBeenCalled();
  await pass(1);
  expect(restore).toHaveBeenCalledOnce();
  expect(asked).not.toHaveBeenCalled();
});

it.each([
  ["a wallet", INJECTED],
  ["the second of two wallets", `${INJECTED}.2`],
])("looks for %s that is only injected five times a second", async (_, id) => {
  kit(id);
  await pass(1_000);
  expect(asked).toHaveBeenCalledTimes(5);
  arrive(id);
  await pass(1_000);
  expect(asked).toHaveBeenCalledTimes(5);
});

it("is not if another wallet has connected meanwhile", async () => {
  const { modal, restore } = kit("absent.wallet");
  ConnectorController.setConnectorId("chosen.wallet", "eip155");
  await pass(3_000);
  await modal.syncExistingConnection();
  expect(restore).not.toHaveBeenCalled();
});

it.each([undefined, "walletConnect", "ID_AUTH"])("is the kit's own for %s", async (id) => {
  const { modal, restore } = kit(id);
  await pass(3_000);
  expect(restore).not.toHaveBeenCalled();
  await modal.syncExistingConnection();
  expect(restore).toHaveBeenCalledOnce();
});
