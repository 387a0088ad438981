import { AbiCoder, namehash } from "ethers";
import { expect, it } from "vitest";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { Reverted } from "../rpc/transport.ts";
import { readAccountName } from "./account-name.ts";

const ACCOUNT = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
const RESOLVER = "0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63";
const REVERSE_NODE = namehash(`${ACCOUNT.slice(2).toLowerCase()}.addr.reverse`);
const { signal } = new AbortController();
const coder = AbiCoder.defaultAbiCoder();
const text = (name: string) => coder.encode(["string"], [name]);

interface Records {
  /** An `Error` here makes the endpoint fail. */
  readonly name?: unknown;
  readonly address?: string;
}

function endpoint({ name = text("friend.eth"), address = ACCOUNT }: Records = {}) {
  const calls: string[] = [];
  const accepted: unknown[] = [];
  const transport = transportOf(async ({ params }, accept) => {
    const [{ to, data }] = params as [{ to: string; data: string }];
    calls.push(`${to} ${data}`);
    if (to === REGISTRY) return accept(coder.encode(["address"], [RESOLVER]));
    if (!data.startsWith("0x691f3431")) return accept(coder.encode(["address"], [address]));
    if (name instanceof Error) throw name;
    const value = accept(name);
    accepted.push(value);
    return value;
  });
  return { transport, calls, accepted };
}

function read(...all: readonly ReturnType<typeof endpoint>[]) {
  return readAccountName(several(...all.map(({ transport }) => transport)), ACCOUNT, signal);
}

it("is what the account has chosen, if the name's address is the account", async () => {
  const one = endpoint();
  expect(await read(one)).toBe("friend.eth");
  const node = namehash("friend.eth").slice(2);
  expect(one.calls).toEqual([
    `${REGISTRY} 0x0178b8bf${REVERSE_NODE.slice(2)}`,
    `${RESOLVER} 0x691f3431${REVERSE_NODE.slice(2)}`,
    `${REGISTRY} 0x0178b8bf${node}`,
    `${RESOLVER} 0x3b3b57de${node}`,
  ]);
});

it("is none if the name is another account's", async () => {
  expect(await read(endpoint({ address: OTHER }))).toBeNull();
});

it.each([
  ["is not normalised", "Friend.eth"],
  ["has a letter of another alphabet", "fr\u0456end.eth"],
  ["turns the direction of writing", "fri\u202eend.eth"],
  ["has no dot", "friend"],
  ["has markup", "<b>.eth"],
  ["is too long", `${"x".repeat(252)}.eth`],
  ["is empty", ""],
])("is none if what was chosen %s", async (_, name) => {
  const one = endpoint({ name: text(name) });
  expect(await read(one)).toBeNull();
  expect(one.calls).toHaveLength(2);
});

it.each([
  ["nothing", "0x"],
  ["a revert, such as one that asks for a server (ERC-3668)", new Reverted("0x556f1830")],
  ["what is no string", `0x${"ff".repeat(96)}`],
])("is none if the resolver answers with %s", async (_, name) => {
  const one = endpoint({ name });
  expect(await read(one)).toBeNull();
  // The transport asks an endpoint again only after a failure.
  expect(one.accepted).toEqual([null]);
});

it("is believed if two endpoints tell the same, of two or three", async () => {
  expect(await read(endpoint(), endpoint())).toBe("friend.eth");
  const liar = endpoint({ name: text("foe.eth") });
  expect(await read(liar, endpoint(), endpoint())).toBe("friend.eth");
});

it("is none if two endpoints tell different names, or one of two is silent", async () => {
  expect(await read(endpoint(), endpoint({ name: text("foe.eth") }))).toBeNull();
  const silent = endpoint({ name: new TypeError("Failed to fetch") });
  expect(await read(endpoint(), silent)).toBeNull();
});

it("could not be read if the name's address differs between endpoints", async () => {
  await expect(read(endpoint(), endpoint({ address: OTHER }))).rejects.toThrow(
    "Endpoints do not tell one address of the name",
  );
});
