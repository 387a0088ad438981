import { ConnectorController } from "@reown/appkit-controllers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";
import type { Eip1193Provider } from "../../src/domain/mint/eip1193.ts";
import { PatientEthersAdapter } from "./patient-adapter.ts";

class OpenAdapter extends PatientEthersAdapter {
  override addConnector(...connectors: Parameters<PatientEthersAdapter["addConnector"]>): void {
    super.addConnector(...connectors);
  }
}

type Farewell = Parameters<PatientEthersAdapter["disconnect"]>[0];

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ID = "test.wallet";
const restoring = { id: ID, namespace: "eip155", chainId: 1, rpcUrl: "" } as const;

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
    await new PatientEthersAdapter(kept).disconnect(farewell(request));
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
      await new PatientEthersAdapter(kept).disconnect(
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
      void new PatientEthersAdapter(kept)
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
    const gone = new PatientEthersAdapter().disconnect({ provider });
    await expect(gone).rejects.toThrow("Provider or providerType not provided");
  });
});

describe("a wallet's events", () => {
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
      id: ID,
      name: "Wallet",
      type: "ANNOUNCED",
      chain: "eip155",
      chains: [],
      provider: provider as never,
    });
    await adapter.connect({ id: ID, type: "ANNOUNCED", chainId: 1 });
    ConnectorController.setConnectorId(ID, "eip155");
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

  it("are still heard if another wallet, which was asked before, answers late", async () => {
    const { adapter, heard, tell } = await connected();
    const provider = { request: async () => [ADDRESS], on: vi.fn(), removeListener: vi.fn() };
    const late = { id: "late", name: "Late", type: "ANNOUNCED", chain: "eip155", chains: [] };
    adapter.addConnector({ ...late, provider } as never);
    await adapter.syncConnection({ ...restoring, id: "late" });
    tell("0x01");
    expect(heard.mock.calls).toEqual([[{ address: "0x01" }]]);
  });

  it("do not stop a disconnection if the wallet has no removeListener", async () => {
    const { adapter, provider, log } = await connected();
    Reflect.deleteProperty(provider, "removeListener");
    await adapter.disconnect({ provider, providerType: "ANNOUNCED" });
    expect(log).toContain("wallet_getPermissions");
  });

  it("are heard once if it is connected twice", async () => {
    const { adapter, heard, tell } = await connected();
    await adapter.connect({ id: ID, type: "ANNOUNCED", chainId: 1 });
    heard.mockClear();
    tell("0x01");
    expect(heard).toHaveBeenCalledOnce();
  });
});

type Request = (request: { readonly method: string }) => Promise<unknown>;

function adapterWith(request: Request) {
  const provider = { request: vi.fn(request), on: vi.fn(), removeListener: vi.fn() };
  const adapter = new PatientEthersAdapter();
  const connector = { id: ID, type: "ANNOUNCED", name: "Test", chain: "eip155", provider };
  Object.assign(adapter, { availableConnectors: [connector] });
  const methods = () => provider.request.mock.calls.map(([{ method }]) => method);
  return { adapter, provider, methods };
}

describe("restoring a connection", () => {
  it("asks for accounts and chain, which prompt for nothing, and listens to the wallet", async () => {
    const { adapter, provider, methods } = adapterWith(async ({ method }) =>
      method === "eth_accounts" ? [ADDRESS] : "0x2105",
    );
    expect(await adapter.syncConnection(restoring)).toEqual({
      id: ID,
      address: ADDRESS,
      chainId: 8453,
      provider,
      type: "ANNOUNCED",
    });
    expect(methods()).toEqual(["eth_accounts", "eth_chainId"]);
    expect(provider.on.mock.calls.map(([event]) => event)).toEqual([
      "disconnect",
      "accountsChanged",
      "chainChanged",
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("takes the page's chain if the wallet gives none", async () => {
    const { adapter } = adapterWith(async ({ method }) =>
      method === "eth_accounts" ? [ADDRESS] : null,
    );
    expect(await adapter.syncConnection(restoring)).toMatchObject({ chainId: 1 });
  });

  it.each([[[]], [null], [[7]]])("ends if the wallet answers %j", async (accounts) => {
    const { adapter, provider, methods } = adapterWith(async ({ method }) =>
      method === "eth_accounts" ? accounts : "0x1",
    );
    await expect(adapter.syncConnection(restoring)).rejects.toThrow("No accounts found");
    expect(methods()).not.toContain("eth_requestAccounts");
    expect(provider.on).not.toHaveBeenCalled();
  });

  it("ends after 10 s without an answer", async () => {
    const { adapter } = adapterWith(() => new Promise(() => undefined));
    const ended = vi.fn();
    adapter.syncConnection(restoring).catch(ended);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended.mock.calls).toEqual([[expect.objectContaining({ name: "TimeoutError" })]]);
  });

  it("ends if the wallet is not there", async () => {
    const { adapter } = adapterWith(async () => [ADDRESS]);
    await expect(adapter.syncConnection({ ...restoring, id: "another" })).rejects.toThrow(
      "Provider not found",
    );
  });
});

it("lists a wallet's accounts without requesting them", async () => {
  const { adapter, methods } = adapterWith(async () => [ADDRESS]);
  const { accounts } = await adapter.getAccounts({ id: ID, namespace: "eip155" });
  expect(accounts).toEqual([expect.objectContaining({ address: ADDRESS, type: "eoa" })]);
  expect(methods()).toEqual(["eth_accounts"]);
});
