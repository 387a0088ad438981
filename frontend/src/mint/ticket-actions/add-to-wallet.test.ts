import { expect, it, vi } from "vitest";
import { networks } from "../../../../networks.ts";
import { addToWallet, mayAdd } from "./add-to-wallet.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const { base } = networks;

function wallet(answer: () => unknown, chainId: unknown = "0x2105") {
  return {
    request: vi.fn(async ({ method }: { method: string }) =>
      method === "eth_chainId" ? chainId : answer(),
    ),
  };
}

const add = (provider: ReturnType<typeof wallet>) => addToWallet(provider, base, TICKET, 1234n);
const thrown = (error: unknown) => () => {
  throw error;
};

it("asks for one ticket, by the contract's address and its number", async () => {
  const provider = wallet(() => true);
  expect(await add(provider)).toBe("asked");
  expect(provider.request.mock.calls).toEqual([
    [{ method: "eth_chainId" }],
    [
      {
        method: "wallet_watchAsset",
        params: { type: "ERC721", options: { address: TICKET, tokenId: "1234" } },
      },
    ],
  ]);
});

it.each([
  ["says no", () => false],
  ["answers nothing", () => undefined],
  ["rejects with its code", thrown({ code: 4001, message: "<b>No!</b>" })],
  ["rejects in words", thrown(new Error("User rejected the request."))],
])("takes it as refused, and may ask again, if the wallet %s", async (_, answer) => {
  const provider = wallet(answer);
  expect(await add(provider)).toBe("refused");
  expect(mayAdd(provider)).toBe(true);
});

it.each([
  ["does not know the method", { code: -32601, message: "no such method" }],
  ["does not take the type", { code: -32602, message: "Asset of type ERC721 not supported" }],
  ["throws a word", "no"],
  ["throws nothing", undefined],
])("asks a wallet no more that %s", async (_, error) => {
  const provider = wallet(thrown(error));
  expect(mayAdd(provider)).toBe(true);
  expect(await add(provider)).toBe("unable");
  expect(mayAdd(provider)).toBe(false);
  expect(mayAdd(wallet(() => true))).toBe(true);
});

it.each([
  ["is locked", 4100],
  ["has a request open", -32002],
  ["is offline", 4900],
  ["is off its network", 4901],
  ["limits requests", -32005],
])("may ask a wallet again that %s", async (_, code) => {
  const asked = wallet(thrown({ code, message: "Call 0800-THIEF" }));
  expect(await add(asked)).toBe("notNow");
  expect(mayAdd(asked)).toBe(true);
  const provider = { request: vi.fn().mockRejectedValue({ code }) };
  expect(await addToWallet(provider, base, TICKET, 1234n)).toBe("notNow");
  expect(provider.request).toHaveBeenCalledOnce();
  expect(mayAdd(provider)).toBe(true);
});

it.each(["0x1", "nonsense", null])("asks nothing of a wallet on chain %s", async (chainId) => {
  const provider = wallet(() => true, chainId);
  expect(await add(provider)).toBe("otherNetwork");
  expect(provider.request).toHaveBeenCalledOnce();
});

it("has nothing to ask without a wallet", () => {
  expect(mayAdd(null)).toBe(false);
});
