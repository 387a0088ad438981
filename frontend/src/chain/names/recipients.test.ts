import { AbiCoder, namehash, ZeroAddress } from "ethers";
import { describe, expect, it } from "vitest";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { answering } from "../../../../test/doubles/rpc/transport-of.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { Reverted, type RpcCall } from "../rpc/transport.ts";
import { createRecipients } from "./recipients.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const FRIEND = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const RESOLVER = "0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63";
const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
const { signal } = new AbortController();
const coder = AbiCoder.defaultAbiCoder();
const word = (address: string) => coder.encode(["address"], [address]);

function endpoint(answer: (call: RpcCall, to: string, data: string) => unknown) {
  return answering((call) => {
    const [first] = call.params;
    const { to, data } = (call.method === "eth_call" ? first : {}) as { to: string; data: string };
    return answer(call, to, data);
  });
}

const ens = (address: string) =>
  endpoint((_call, to) => (to === REGISTRY ? word(RESOLVER) : word(address)));

describe("what is typed", () => {
  const { read } = createRecipients(several(ens(FRIEND).transport), TICKET, true);

  it("is empty", () => {
    for (const text of ["", " \n"]) expect(read(text)).toEqual({ kind: "empty" });
  });

  it.each([
    FRIEND,
    ` ${FRIEND}\n`,
    FRIEND.toLowerCase(),
    `0x${FRIEND.slice(2).toUpperCase()}`,
    FRIEND.toUpperCase(),
  ])("is an address, with its checksum or without any: %j", (text) => {
    expect(read(text)).toEqual({ kind: "address", address: FRIEND });
  });

  it.each([
    [FRIEND.replace("C4", "c4"), "misspelt"],
    [FRIEND.replace("93BC", "93bC"), "misspelt"],
    [ZeroAddress, "zero"],
    [TICKET, "ticket"],
    [TICKET.toLowerCase(), "ticket"],
    [FRIEND.slice(0, -1), "unreadable"],
    [`${FRIEND}0`, "unreadable"],
    [FRIEND.slice(2), "unreadable"],
    ["hello there", "unreadable"],
    ["al", "unreadable"],
    ["0xalice", "unreadable"],
    ["a name.eth", "unreadable"],
    ["vit\u202ealik.eth", "unreadable"],
    ["v\u0456talik.eth", "unreadable"],
    [`${"x".repeat(255)}.eth`, "unreadable"],
    ["<b>.eth", "unreadable"],
  ])("is refused: %s is %s", (text, reason) => {
    expect(read(text)).toEqual({ kind: "refused", reason });
  });

  it.each([
    ["vitalik.eth", { name: "vitalik.eth" }],
    ["Vitalik.ETH", { name: "vitalik.eth" }],
    ["pay.tickets.example.com", { name: "pay.tickets.example.com" }],
    ["alice", { name: "alice.eth", isGuess: true }],
    ["Vitalik", { name: "vitalik.eth", isGuess: true }],
  ])("is a name, normalised, perhaps without its ending: %s", (text, name) => {
    expect(read(text)).toEqual({ kind: "name", ...name });
  });

  it.each([
    ["alice", "unreadable"],
    ["vitalik.eth", "noNames"],
  ])("is no name on a network without names: %s is %s", (text, reason) => {
    const elsewhere = createRecipients(several(ens(FRIEND).transport), TICKET, false);
    expect(elsewhere.read(text)).toEqual({ kind: "refused", reason });
  });
});

describe("a name", () => {
  const lookUp = (...endpoints: readonly ReturnType<typeof endpoint>[]) => {
    const transport = several(...endpoints.map((each) => each.transport));
    return createRecipients(transport, TICKET, true).lookUp("vitalik.eth", signal);
  };

  it("is asked of the registry, then of the resolver that it names", async () => {
    const only = ens(FRIEND);
    expect(await lookUp(only)).toEqual({ kind: "found", address: FRIEND });
    const node = namehash("vitalik.eth").slice(2);
    expect(only.calls.map(({ params }) => params)).toEqual([
      [{ to: REGISTRY, data: `0x0178b8bf${node}` }, "latest"],
      [{ to: RESOLVER, data: `0x3b3b57de${node}` }, "latest"],
    ]);
  });

  it("is found if two endpoints tell the same, whichever third lies", async () => {
    const found = { kind: "found", address: FRIEND };
    expect(await lookUp(ens(FRIEND), ens(FRIEND))).toEqual(found);
    for (const liar of [0, 1, 2]) {
      const all = [0, 1, 2].map((at) => ens(at === liar ? RESOLVER : FRIEND));
      expect(await lookUp(...all)).toEqual(found);
    }
  });

  it("is not taken from two endpoints that differ, nor from one of two", async () => {
    expectWarning("The name could not be read");
    const silent = endpoint(() => new TypeError("Failed to fetch"));
    for (const other of [ens(RESOLVER), silent]) {
      expect(await lookUp(ens(FRIEND), other)).toEqual({ kind: "unread" });
    }
  });

  it("is refused if its address is the contract that sells the tickets", async () => {
    expect(await lookUp(ens(TICKET), ens(TICKET))).toEqual({ kind: "refused", reason: "ticket" });
  });

  it.each([
    ["no resolver", () => word(ZeroAddress)],
    ["no address", (to: string) => (to === REGISTRY ? word(RESOLVER) : word(ZeroAddress))],
    ["a resolver without code", (to: string) => (to === REGISTRY ? word(RESOLVER) : "0x")],
    [
      "a resolver that reverts",
      (to: string) => (to === REGISTRY ? word(RESOLVER) : new Reverted("0x")),
    ],
  ])("has no address: %s", async (_, answer) => {
    const one = () => endpoint((_call, to) => answer(to));
    expect(await lookUp(one(), one())).toEqual({ kind: "unknown" });
  });

  it.each(["0x12", `0x${"ff".repeat(32)}`, null, `${word(FRIEND)}00`])(
    "is not read from %j",
    async (answer) => {
      expectWarning("The name could not be read");
      expect(await lookUp(endpoint(() => answer))).toEqual({ kind: "unread" });
    },
  );
});

describe("whether an address can hold tickets", () => {
  const RECEIVED = `0x150b7a02${"0".repeat(56)}`;
  const canHold = (code: unknown, received: unknown, supported: unknown) => {
    const { transport } = endpoint(({ method }, _to, data) => {
      if (method === "eth_getCode") return code;
      return data.startsWith("0x150b7a02") ? received : supported;
    });
    return createRecipients(several(transport), TICKET, true).canHold(FRIEND, signal);
  };
  const reverted = new Reverted("0x");
  const yes = coder.encode(["bool"], [true]);
  const no = coder.encode(["bool"], [false]);

  it.each<[string, unknown, unknown, unknown, boolean]>([
    ["without code", "0x", "0x", "0x", true],
    ["that delegates by EIP-7702", `0xef0100${"ab".repeat(20)}`, reverted, reverted, true],
    ["of a contract that receives tickets", "0xc0de", RECEIVED, reverted, true],
    ["of a contract that says so by ERC-165", "0xc0de", reverted, yes, true],
    ["of a contract that reverts", "0xc0de", reverted, reverted, false],
    ["of a contract that answers nothing", "0xc0de", "0x", "0x", false],
    ["of a contract that answers something else", "0xc0de", `0x${"11".repeat(32)}`, no, false],
  ])("%s", async (_, code, received, supported, can) => {
    expect(await canHold(code, received, supported)).toBe(can);
  });

  it("is not known if the network does not tell", async () => {
    expectWarning("The recipient could not be read");
    expect(await canHold(new TypeError("Failed to fetch"), "0x", "0x")).toBeNull();
    expect(await canHold("0xc0de", new TypeError("Failed to fetch"), "0x")).toBeNull();
  });
});
