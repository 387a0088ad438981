// @vitest-environment jsdom
import { ConnectorController } from "@reown/appkit-controllers";
import { expect, it, vi } from "vitest";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";
import { deferred } from "../../../test/support/deferred.ts";
import type { OpenAppKit } from "../open-app-kit.ts";
import type { RelayClient } from "./relay-client.ts";
import { restoreRelaySession } from "./restore-relay-session.ts";

function kit() {
  const restored = vi.fn(async () => undefined);
  const modal = { syncExistingConnection: restored };
  const started = deferred<RelayClient>();
  const start = vi.fn(() => started.promise);
  restoreRelaySession(modal as unknown as OpenAppKit, { start });
  return { modal, restored, start, started };
}

const connectedBy = (id: string) =>
  vi.spyOn(ConnectorController, "getConnectorId").mockReturnValue(id);

it("starts the relay's client for a session with a telephone, and restores when that has started", async () => {
  connectedBy("walletConnect");
  const { modal, restored, start, started } = kit();
  expect(start).toHaveBeenCalledOnce();
  const restoring = modal.syncExistingConnection();
  await Promise.resolve();
  expect(restored).not.toHaveBeenCalled();
  started.resolve({} as RelayClient);
  await restoring;
  expect(restored).toHaveBeenCalledOnce();
});

it("lets the kit go on if the client can't be had", async () => {
  connectedBy("walletConnect");
  const { modal, restored, started } = kit();
  expectWarning("The session with a telephone could not be restored");
  started.reject(new Error("offline"));
  await modal.syncExistingConnection();
  expect(restored).toHaveBeenCalledOnce();
});

it("does not start it for a wallet of this browser", async () => {
  connectedBy("io.metamask");
  const { modal, restored, start } = kit();
  await modal.syncExistingConnection();
  expect(restored).toHaveBeenCalledOnce();
  expect(start).not.toHaveBeenCalled();
});
