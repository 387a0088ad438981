import { ConnectorController } from "@reown/appkit-controllers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";
import type { Eip1193Provider } from "../../src/domain/mint/eip1193.ts";
import { LeavingEthersAdapter } from "./leaving-adapter.ts";

class OpenAdapter extends LeavingEthersAdapter {
  override addConnector(...connectors: Parameters<LeavingEthersAdapter["addConnector"]>): void {
    super.addConnector(...connectors);
  }
}

type Farewell = Parameters<LeavingEthersAdapter["disconnect"]>[0];

const NO_ANSWER = "The wallet did not answer when it was disconnected";

function farewell(request: Eip1193Provider["request"]) {
  const provider = { request } as unknown as NonNullable<Farewell["provider"]>;
  return { provider, providerType: "ANNOUNCED" } as const;
}

beforeEach(() => {
  vi.useFakeTimers();
});

describe("disconnecting", () => {
  it("asks the wallet to revoke its permission", async () => {
    const request = vi.fn<Eip1193Provider["request"]>(async ({ method }) =>
      method === "wallet_getPermissions" ? [{ parentCapability: "eth_accounts" }] : null,
    );
    const kept = vi.fn();
    await new LeavingEthersAdapter(kept).disconnect(farewell(request));
    expect(kept).not.toHaveBeenCalled();
    expect(request.mock.calls.map(([{ method }]) => method)).toEqual([
      "wallet_getPermissions",
      "wallet_revokePermissions",
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(["wallet_getPermissions", "wallet_revokePermissions"])(
    "tells of a permission that is kept if the wallet refuses %s, and disconnects",
    async (refused) => {
      expectWarning("The wallet did not revoke its permission");
      vi.spyOn(console, "info").mockReturnValue();
      const kept = vi.fn();
      await new LeavingEthersAdapter(kept).disconnect(
        farewell(async ({ method }) => {
          if (method === refused) throw new Error("The wallet is busy");
          return [{ parentCapability: "eth_accounts" }];
        }),
      );
      expect(kept).toHaveBeenCalledOnce();
    },
  );

  it.each(["wallet_getPermissions", "wallet_revokePermissions"])(
    "stops waiting after 3 s for a wallet that does not answer %s",
    async (silent) => {
      expectWarning(NO_ANSWER);
      const left = vi.fn();
      const kept = vi.fn();
      void new LeavingEthersAdapter(kept)
        .disconnect(
          farewell(({ method }) =>
            method === silent
              ? new Promise(() => undefined)
              : Promise.resolve([{ parentCapability: "eth_accounts" }]),
          ),
        )
        .then(left);
      await vi.advanceTimersByTimeAsync(2_999);
      expect(left).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(left).toHaveBeenCalledOnce();
      expect(kept).toHaveBeenCalledOnce();
    },
  );

  it("passes a failure on", async () => {
    const { provider } = farewell(async () => null);
    const gone = new LeavingEthersAdapter().disconnect({ provider });
    await expect(gone).rejects.toThrow("Provider or providerType not provided");
  });
});

describe("a wallet's events", () => {
  const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

  async function connected() {
    const log: string[] = [];
    const listeners = new Map<string, Set<(value: unknown) => void>>();
    const provider = {
      async request({ method }: { readonly method: string }) {
        log.push(method);
        if (method === "eth_requestAccounts") return [ADDRESS];
        return method === "eth_chainId" ? 1 : [];
      },
      on(event: string, listener: (value: unknown) => void) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      },
      removeListener(event: string, listener: (value: unknown) => void) {
        if (listeners.get(event)?.delete(listener)) log.push(`removed: ${event}`);
      },
    };
    const adapter = new OpenAdapter();
    adapter.addConnector({
      id: "test.wallet",
      name: "Wallet",
      type: "ANNOUNCED",
      chain: "eip155",
      chains: [],
      provider: provider as never,
    });
    await adapter.connect({ id: "test.wallet", type: "ANNOUNCED", chainId: 1 });
    ConnectorController.setConnectorId("test.wallet", "eip155");
    const heard = vi.fn();
    adapter.on("accountChanged", heard);
    const tell = (account: string) => {
      for (const listener of listeners.get("accountsChanged") ?? []) listener([account]);
    };
    return { adapter, provider: provider as never, log, heard, tell };
  }

  it("are heard while it is connected, and not while another one is", async () => {
    const { heard, tell } = await connected();
    tell("0x01");
    ConnectorController.setConnectorId("test.other", "eip155");
    tell("0x02");
    expect(heard.mock.calls).toEqual([[{ address: "0x01" }]]);
  });

  it("are not listened to any more before it is asked to revoke its permission", async () => {
    const { adapter, provider, log } = await connected();
    log.length = 0;
    await adapter.disconnect({ provider, providerType: "ANNOUNCED" });
    expect(log).toEqual([
      "removed: disconnect",
      "removed: accountsChanged",
      "removed: chainChanged",
      "wallet_getPermissions",
    ]);
  });

  it("are heard once if it is connected twice", async () => {
    const { adapter, heard, tell } = await connected();
    await adapter.connect({ id: "test.wallet", type: "ANNOUNCED", chainId: 1 });
    heard.mockClear();
    tell("0x01");
    expect(heard).toHaveBeenCalledOnce();
  });
});
