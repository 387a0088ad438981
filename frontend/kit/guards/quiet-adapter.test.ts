import { beforeEach, describe, expect, it, vi } from "vitest";
import { QuietEthersAdapter } from "./quiet-adapter.ts";

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ID = "test.wallet";

type Request = (request: { readonly method: string }) => Promise<unknown>;

function adapterWith(request: Request) {
  const provider = { request: vi.fn(request), on: vi.fn(), removeListener: vi.fn() };
  const adapter = new QuietEthersAdapter();
  const connector = { id: ID, type: "ANNOUNCED", name: "Test", chain: "eip155", provider };
  Object.assign(adapter, { availableConnectors: [connector] });
  const methods = () => provider.request.mock.calls.map(([{ method }]) => method);
  return { adapter, provider, methods };
}

const restoring = { id: ID, namespace: "eip155", chainId: 1, rpcUrl: "" } as const;

beforeEach(() => {
  vi.useFakeTimers();
});

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
    await expect(adapter.syncConnection(restoring)).rejects.toThrow("shares no account");
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
      "The wallet is not there",
    );
  });
});

it("lists a wallet's accounts without requesting them", async () => {
  const { adapter, methods } = adapterWith(async () => [ADDRESS]);
  const { accounts } = await adapter.getAccounts({ id: ID, namespace: "eip155" });
  expect(accounts).toEqual([expect.objectContaining({ address: ADDRESS, type: "eoa" })]);
  expect(methods()).toEqual(["eth_accounts"]);
});
