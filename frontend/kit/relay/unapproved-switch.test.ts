import { expect, it, vi } from "vitest";
import { nameUnapprovedSwitch } from "./unapproved-switch.ts";

const SWITCH = { method: "wallet_switchEthereumChain", params: [{ chainId: "0x89" }] };
const UNAPPROVED = "Missing or invalid. request() method: wallet_switchEthereumChain";

function client(failure?: unknown) {
  const request = vi.fn(async (..._given: unknown[]): Promise<unknown> => {
    if (failure !== undefined) throw failure;
    return "answer";
  });
  const provider = { request };
  nameUnapprovedSwitch(provider);
  return { provider, request };
}

it("says which chain a wallet that did not approve the method can't switch to", async () => {
  const cause = new Error(UNAPPROVED);
  const { provider } = client(cause);
  await expect(provider.request(SWITCH, "eip155:1")).rejects.toMatchObject({
    message: expect.stringMatching(/^Failed to switch to chain 'eip155:137':/),
    cause,
  });
});

it.each([
  ["another method", { ...SWITCH, method: "personal_sign" }, new Error(UNAPPROVED)],
  ["a wallet's refusal", SWITCH, { code: 4001, message: "User rejected" }],
])("passes on the failure of %s", async (_, asked, failure) => {
  await expect(client(failure).provider.request(asked)).rejects.toBe(failure);
});

it("passes requests and answers on", async () => {
  const { provider, request } = client();
  expect(await provider.request(SWITCH, "eip155:1", 300)).toBe("answer");
  expect(request.mock.calls).toEqual([[SWITCH, "eip155:1", 300]]);
});
