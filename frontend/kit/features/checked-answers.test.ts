import { EthersAdapter } from "@reown/appkit-adapter-ethers";
import { expect, test, vi } from "vitest";
import { refuseMalformedAnswers } from "./checked-answers.ts";

const HASH = `0x${"ab".repeat(32)}`;

interface Asked {
  readonly method: string;
}

/** An adapter that makes one call and returns its answer, in the place of the kit's. */
function adapter(answer: unknown) {
  const ask = vi.fn((_asked: Asked) => Promise.resolve(answer));
  const call = (method: string) => (given: { provider?: unknown }) =>
    (given.provider as { request: typeof ask }).request({ method });
  const made = {
    signMessage: call("personal_sign"),
    sendTransaction: call("eth_sendTransaction"),
    read: call("eth_getBalance"),
  };
  refuseMalformedAnswers(made as never);
  return { made, ask, provider: { request: ask } };
}

test.each([
  ["signMessage", "personal_sign", `0x${"a".repeat(62)}`],
  ["signMessage", "personal_sign", `0x${"AB".repeat(65)}`],
  ["sendTransaction", "eth_sendTransaction", HASH],
] as const)("%s passes what a wallet answers to %s", async (name, method, answer) => {
  const { made, ask, provider } = adapter(answer);
  await expect(made[name]({ provider })).resolves.toBe(answer);
  expect(ask.mock.calls).toEqual([[{ method }]]);
});

test.each([
  ["signMessage", `0x${"a".repeat(61)}`],
  ["signMessage", null],
  ["sendTransaction", `0x${"a".repeat(63)}`],
  ["sendTransaction", `${HASH}0`],
  ["sendTransaction", HASH.slice(2)],
  ["sendTransaction", { hash: HASH }],
] as const)("%s fails if the wallet answers %j", async (name, answer) => {
  const { made, provider } = adapter(answer);
  await expect(made[name]({ provider })).rejects.toThrow("Malformed answer");
});

test("a call without a provider is the kit's to refuse", async () => {
  const kit = new EthersAdapter();
  refuseMalformedAnswers(kit);
  await expect(kit.signMessage({ message: "hi", address: "0x01" })).rejects.toThrow(
    "Provider is undefined",
  );
});
