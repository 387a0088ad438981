import { EthersAdapter } from "@reown/appkit-adapter-ethers";
import { expect, it, vi } from "vitest";
import type { Eip1193Provider } from "../../src/domain/mint/eip1193.ts";

type Switching = Parameters<EthersAdapter["switchNetwork"]>[0];
type Connecting = Parameters<EthersAdapter["connect"]>[0];

const POLYGON = {
  id: 137,
  name: "Polygon",
  nativeCurrency: { name: "POL", symbol: "POL", decimals: 18 },
  rpcUrls: { default: { http: ["https://polygon.example"] } },
};

function switching(request: Eip1193Provider["request"], providerType = "ANNOUNCED"): Promise<void> {
  const params = { caipNetwork: POLYGON, provider: { request }, providerType };
  return new EthersAdapter().switchNetwork(params as unknown as Switching);
}

async function connecting(chain: unknown): Promise<string[]> {
  const asked: string[] = [];
  const provider = {
    on: () => undefined,
    async request({ method }: { readonly method: string }) {
      asked.push(method);
      if (method === "eth_requestAccounts") return ["0x1111111111111111111111111111111111111111"];
      return method === "eth_chainId" ? chain : null;
    },
  };
  const adapter = new EthersAdapter();
  const wallet = { id: "wallet", type: "ANNOUNCED", provider };
  Object.assign(adapter, { availableConnectors: [wallet], getCaipNetworks: () => [POLYGON] });
  await adapter.connect({ id: "wallet", type: "ANNOUNCED", chainId: 137 } as Connecting);
  return asked;
}

/** A wallet that does not know the chain. `adding` is its answer to a request to add the chain. */
const unknowing =
  (adding: () => unknown): Eip1193Provider["request"] =>
  async ({ method }) => {
    if (method === "wallet_addEthereumChain") return adding();
    throw Object.assign(new Error("Unrecognized chain"), { code: 4902 });
  };

it.each(["0x89", 137])(
  "asks no wallet to switch that is on the chain already: %j",
  async (chain) => {
    expect(await connecting(chain)).toEqual(["eth_requestAccounts", "eth_chainId"]);
  },
);

it("asks a wallet on another chain", async () => {
  expect(await connecting("0x1")).toContain("wallet_switchEthereumChain");
});

it("says so of a wallet that refuses to switch", async () => {
  const refusal = Object.assign(new Error("No"), { code: 4001 });
  const switched = switching(async () => {
    throw refusal;
  });
  await expect(switched).rejects.toMatchObject({
    message: "Chain is not supported",
    cause: refusal,
  });
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
