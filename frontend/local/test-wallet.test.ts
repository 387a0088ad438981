// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { deferred } from "../../test/support/deferred.ts";
import { Ticket__factory } from "../../typechain-types/factories/contracts/Ticket__factory.ts";
import { createNode } from "./node.ts";
import { type Approver, createTestWallet, type TestWallet } from "./test-wallet.ts";

const OWNER = "0x00000000000000000000000000000000000000a0";
const VISITOR = "0x00000000000000000000000000000000000000a1";
const ACCOUNTS = [OWNER, VISITOR, ...[2, 3, 4, 5].map((i) => `0x${"0".repeat(38)}a${i}`)];
const TICKET = "0x00000000000000000000000000000000000000c0";
const HASH = `0x${"12".repeat(32)}`;
const URL = "http://127.0.0.1:8545";

function fakeNode() {
  const calls: { method: string; params: unknown[] }[] = [];
  const results: Record<string, unknown> = {
    eth_chainId: "0x7a69",
    eth_accounts: ACCOUNTS,
    eth_getBalance: "0xde0b6b3a7640000",
    eth_blockNumber: "0x10",
    eth_sendTransaction: HASH,
    personal_sign: "0x5167",
    eth_signTypedData_v4: "0x5167",
  };
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    const { id, method, params } = JSON.parse(String(init?.body));
    calls.push({ method, params });
    const reverted = { code: 3, message: "execution reverted", data: "0x08c379a0" };
    const told = method in results ? { result: results[method] } : { error: reverted };
    return Response.json({ jsonrpc: "2.0", id, ...told });
  };
  return { results, calls, fetch, methods: () => calls.map(({ method }) => method) };
}

function fakeApprover() {
  const confirm = vi.fn<Approver["confirm"]>(async () => true);
  return {
    chooseAccount: vi.fn<Approver["chooseAccount"]>(async () => VISITOR),
    confirm,
    /** The details of the last question. */
    shown: () => confirm.mock.lastCall?.[1],
  };
}

let node: ReturnType<typeof fakeNode>;
let approver: ReturnType<typeof fakeApprover>;
let wallet: TestWallet;

beforeEach(() => {
  localStorage.clear();
  node = fakeNode();
  approver = fakeApprover();
  wallet = create();
});

function create(fetchPort: typeof fetch = node.fetch): TestWallet {
  return createTestWallet({
    chainId: 31337,
    symbol: "ETH",
    node: createNode(URL, fetchPort),
    approver,
    storage: localStorage,
  });
}

function request(method: string, ...params: unknown[]): Promise<unknown> {
  return wallet.request({ method, params });
}

function recordEvents(): unknown[] {
  const events: unknown[] = [];
  for (const event of ["accountsChanged", "chainChanged", "connect", "disconnect"]) {
    wallet.on(event, (payload) => events.push([event, payload]));
  }
  return events;
}

async function goToOtherChain(): Promise<void> {
  await request("wallet_addEthereumChain", { chainId: "0x1", chainName: "Ethereum" });
}

describe("connecting", () => {
  it("offers five accounts and preselects one that is not the owner's", async () => {
    await request("eth_requestAccounts");
    const [offered = [], preselected] = approver.chooseAccount.mock.lastCall ?? [];
    expect(offered.map(({ address }) => address)).toEqual(ACCOUNTS.slice(0, 5));
    expect(offered[0]?.label).toBe("Account 0, owner of the sale (1 ETH)");
    expect(preselected).toBe(VISITOR);
  });

  it("shows no account before, and the chosen one after", async () => {
    const events = recordEvents();
    expect(await request("eth_accounts")).toEqual([]);
    expect(await request("eth_requestAccounts")).toEqual([VISITOR]);
    expect(await request("eth_accounts")).toEqual([VISITOR]);
    expect(events).toEqual([
      ["connect", { chainId: "0x7a69" }],
      ["accountsChanged", [VISITOR]],
    ]);
  });

  it("reports a refusal as 4001 and stays unconnected", async () => {
    approver.chooseAccount.mockResolvedValue(null);
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: 4001 });
    expect(await request("eth_accounts")).toEqual([]);
  });

  it("outlives a reload without asking again", async () => {
    await request("eth_requestAccounts");
    wallet = create();
    approver.chooseAccount.mockResolvedValue(null);
    expect(await request("eth_requestAccounts")).toEqual([VISITOR]);
  });

  it("refuses a second request while one is pending", async () => {
    const choice = deferred<string>();
    approver.chooseAccount.mockReturnValue(choice.promise);
    const first = request("eth_requestAccounts");
    await vi.waitFor(() => expect(approver.chooseAccount).toHaveBeenCalled());
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: -32002 });
    choice.resolve(VISITOR);
    expect(await first).toEqual([VISITOR]);
  });

  it("changes the account when permission is requested again, and disconnects when it is revoked", async () => {
    await request("eth_requestAccounts");
    const events = recordEvents();
    approver.chooseAccount.mockResolvedValue(OWNER);
    expect(await request("wallet_requestPermissions", { eth_accounts: {} })).toMatchObject([
      { parentCapability: "eth_accounts", caveats: [{ value: [OWNER] }] },
    ]);
    expect(await request("wallet_revokePermissions", { eth_accounts: {} })).toBeNull();
    expect(await request("wallet_getPermissions")).toEqual([]);
    expect(events).toEqual([
      ["accountsChanged", [OWNER]],
      ["accountsChanged", []],
    ]);
    wallet = create();
    expect(await request("eth_accounts")).toEqual([]);
  });
});

describe("sending", () => {
  const purchase = {
    from: VISITOR,
    to: TICKET,
    value: "0xa8c0ff92d4c000",
    gas: "0x493e0",
    chainId: "0x7a69",
    data: Ticket__factory.createInterface().encodeFunctionData("buyTicketWithAffiliate", [
      VISITOR,
      2,
      "welcome5",
    ]),
  };

  beforeEach(async () => {
    await request("eth_requestAccounts");
  });

  it("shows what will be sent, then sends it unchanged", async () => {
    expect(await request("eth_sendTransaction", purchase)).toBe(HASH);
    expect(approver.shown()).toEqual([
      { label: "From", value: VISITOR },
      { label: "To", value: TICKET },
      { label: "Value", value: "0.0475 ETH" },
      { label: "Function", value: "buyTicketWithAffiliate" },
      { label: "to", value: expect.stringMatching(new RegExp(VISITOR, "i")) },
      { label: "amount", value: "2" },
      { label: "affiliateCode", value: "welcome5" },
      { label: "Gas limit", value: "300000" },
    ]);
    expect(node.calls.at(-1)).toEqual({ method: "eth_sendTransaction", params: [purchase] });
  });

  it("shows the data of a call that the contract does not have", async () => {
    await request("eth_sendTransaction", { from: VISITOR, to: TICKET, data: "0x12345678" });
    expect(approver.shown()).toContainEqual({ label: "Data", value: "0x12345678" });
  });

  it("sends nothing if rejected", async () => {
    approver.confirm.mockResolvedValue(false);
    await expect(request("eth_sendTransaction", purchase)).rejects.toMatchObject({ code: 4001 });
    expect(node.methods()).not.toContain("eth_sendTransaction");
  });

  const onOtherNode = () => {
    node.results.eth_chainId = "0x1";
  };

  it.each<[string, unknown, number, (() => unknown)?]>([
    ["another account", { ...purchase, from: OWNER }, 4100],
    ["another chain", { ...purchase, chainId: "0x1" }, 4901],
    ["no sender", { to: TICKET }, -32602],
    ["a value that is not a quantity", { ...purchase, value: "1 ETH" }, -32602],
    ["nothing", undefined, -32602],
    [
      "a purchase if the node serves another chain than the wallet shows",
      purchase,
      4901,
      onOtherNode,
    ],
    ["a purchase while the page is on another network", purchase, 4901, goToOtherChain],
  ])("refuses %s without asking", async (_, transaction, code, prepare) => {
    await prepare?.();
    const asked = approver.confirm.mock.calls.length;
    await expect(request("eth_sendTransaction", transaction)).rejects.toMatchObject({ code });
    expect(approver.confirm).toHaveBeenCalledTimes(asked);
    expect(node.methods()).not.toContain("eth_sendTransaction");
  });
});

describe("signing", () => {
  it("shows the text and asks the node", async () => {
    await request("eth_requestAccounts");
    expect(await request("personal_sign", "0x68656c6c6f", VISITOR)).toBe("0x5167");
    expect(approver.shown()?.[1]).toEqual({ label: "Message", value: "hello" });
  });

  it("shows typed data, given as JSON text", async () => {
    await request("eth_requestAccounts");
    await request("eth_signTypedData_v4", VISITOR, '{"primaryType":"Mail"}');
    expect(approver.shown()?.[1]?.value).toContain('"primaryType": "Mail"');
    expect(node.calls.at(-1)?.params).toEqual([VISITOR, { primaryType: "Mail" }]);
  });

  it("refuses if it is not connected", async () => {
    await expect(request("personal_sign", "0x68", VISITOR)).rejects.toMatchObject({ code: 4100 });
  });
});

describe("networks", () => {
  it("names its own chain, and switches to it while it is there, without node or prompt", async () => {
    expect(await request("eth_chainId")).toBe("0x7a69");
    expect(await request("net_version")).toBe("31337");
    expect(await request("wallet_switchEthereumChain", { chainId: "0x7a69" })).toBeNull();
    expect(node.calls).toEqual([]);
    expect(approver.confirm).not.toHaveBeenCalled();
  });

  it("does not know another chain until it is added", async () => {
    const other = { chainId: "0x1" };
    await expect(request("wallet_switchEthereumChain", other)).rejects.toMatchObject({
      code: 4902,
    });
    const events = recordEvents();
    await goToOtherChain();
    await request("wallet_switchEthereumChain", { chainId: "0x7a69" });
    await request("wallet_switchEthereumChain", other);
    expect(await request("eth_chainId")).toBe("0x1");
    expect(events).toEqual([
      ["chainChanged", "0x1"],
      ["chainChanged", "0x7a69"],
      ["chainChanged", "0x1"],
    ]);
  });

  it("stays on its chain if a switch is rejected", async () => {
    await goToOtherChain();
    approver.confirm.mockResolvedValue(false);
    await expect(
      request("wallet_switchEthereumChain", { chainId: "0x7a69" }),
    ).rejects.toMatchObject({ code: 4001 });
    expect(await request("eth_chainId")).toBe("0x1");
  });
});

describe("the node", () => {
  it("answers reads, and its errors are passed on", async () => {
    expect(await request("eth_blockNumber")).toBe("0x10");
    await expect(request("eth_call", { to: TICKET }, "latest")).rejects.toMatchObject({
      code: 3,
      data: "0x08c379a0",
    });
  });

  it.each(["eth_sign", "hardhat_setBalance", "toString"])("is not asked for %s", async (method) => {
    await expect(request(method)).rejects.toMatchObject({ code: 4200 });
    expect(node.calls).toEqual([]);
  });

  it("gives 4900 and one disconnect event if it is down", async () => {
    wallet = create(() => Promise.reject(new TypeError("fetch failed")));
    const events = recordEvents();
    const error = {
      code: 4900,
      message: `The local node does not answer at ${URL}. Is npm start running?`,
    };
    await expect(request("eth_blockNumber")).rejects.toMatchObject(error);
    await expect(request("eth_blockNumber")).rejects.toMatchObject(error);
    expect(events).toMatchObject([["disconnect", error]]);
  });

  it("is given up after 10 s of silence", async () => {
    vi.useFakeTimers();
    try {
      wallet = create(
        (_, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
          }),
      );
      const refused = expect(request("eth_blockNumber")).rejects.toMatchObject({ code: 4900 });
      await vi.advanceTimersByTimeAsync(10_000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
  });
});
