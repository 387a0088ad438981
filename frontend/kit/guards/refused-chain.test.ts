import { expect, it, vi } from "vitest";
import type { Eip1193Provider } from "../../src/domain/eip1193.ts";
import { PlainEthersAdapter } from "./refused-chain.ts";

type Switching = Parameters<PlainEthersAdapter["switchNetwork"]>[0];

const POLYGON = {
  id: 137,
  name: "Polygon",
  nativeCurrency: { name: "POL", symbol: "POL", decimals: 18 },
  rpcUrls: { default: { http: ["https://polygon.example"] } },
};

function switching(request: Eip1193Provider["request"], providerType = "ANNOUNCED"): Promise<void> {
  const params = { caipNetwork: POLYGON, provider: { request }, providerType };
  return new PlainEthersAdapter().switchNetwork(params as unknown as Switching);
}

/** A wallet that does not know the chain, and answers thus when it is to add it. */
const unknowing =
  (adding: () => unknown): Eip1193Provider["request"] =>
  async ({ method }) => {
    if (method === "wallet_addEthereumChain") return adding();
    throw Object.assign(new Error("Unrecognized chain"), { code: 4902 });
  };

it.each(["0x89", 137])("asks no wallet that is on the chain already: %j", async (chain) => {
  const request = vi.fn<Eip1193Provider["request"]>(async ({ method }) => {
    if (method === "eth_chainId") return chain;
    throw Object.assign(new Error("Unsupported method"), { code: 4200 });
  });
  await switching(request);
  expect(request.mock.calls.map(([{ method }]) => method)).toEqual(["eth_chainId"]);
});

it("asks a wallet on another chain", async () => {
  const request = vi.fn<Eip1193Provider["request"]>(async ({ method }) =>
    method === "eth_chainId" ? "0x1" : null,
  );
  await switching(request);
  expect(request.mock.calls.at(-1)?.[0].method).toBe("wallet_switchEthereumChain");
});

it("says so of a wallet that refuses to switch", async () => {
  const refusal = Object.assign(new Error("No"), { code: 4001 });
  const switched = switching(async () => {
    throw refusal;
  });
  await expect(switched).rejects.toThrow("Chain is not supported");
});

it.each(["ANNOUNCED", "EXTERNAL", "INJECTED", "WALLET_CONNECT"])(
  "says so of one that refuses to add the chain, with its error as the cause: %s",
  async (type) => {
    const refusal = Object.assign(new Error("Not added"), { code: 4001 });
    const switched = switching(
      unknowing(() => {
        throw refusal;
      }),
      type,
    );
    await expect(switched).rejects.toMatchObject({
      message: "Chain is not supported",
      cause: refusal,
    });
  },
);

it("says nothing if the chain is added", async () => {
  const adding = vi.fn(() => null);
  await switching(unknowing(adding));
  expect(adding).toHaveBeenCalledOnce();
});

it("passes the embedded wallet's own error on", async () => {
  const provider = {
    switchNetwork: async () => {
      throw new Error("The frame is busy");
    },
  };
  const params = { caipNetwork: POLYGON, provider, providerType: "AUTH" } as unknown as Switching;
  const failed = new PlainEthersAdapter().switchNetwork(params);
  await expect(failed).rejects.toThrow("The frame is busy");
});
