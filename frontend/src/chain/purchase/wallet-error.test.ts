import { inspect } from "node:util";
import { makeError } from "ethers";
import { describe, expect, it } from "vitest";
import { revertDataOf, walletFailure } from "./wallet-error.ts";

const failed = { reason: "walletFailed" };

const inCircles = () => {
  const error: Record<string, unknown> = { code: -32603, message: "Internal JSON-RPC error." };
  Object.assign(error, { cause: error, data: error, error, info: error, originalError: error });
  return error;
};

/** Where wallets and libraries keep the error that they pass on. */
const NESTED: Readonly<Record<string, (error: unknown) => unknown>> = {
  "by itself": (error) => error,
  "in data": (data) => ({ code: -32603, message: "Internal JSON-RPC error.", data }),
  "in data.originalError": (originalError) => ({ code: -32603, data: { originalError } }),
  "in info.error": (error) => ({ code: "UNKNOWN_ERROR", info: { error, payload: { method: "" } } }),
  "in error": (error) => ({ error }),
  "in reason": (reason) => ({ reason }),
  "in originalError": (originalError) => ({ originalError }),
  "as a cause's cause": (cause) => new Error("a", { cause: new Error("b", { cause }) }),
  "beside a cycle": (reason) => Object.assign(inCircles(), { reason }),
};

describe("walletFailure", () => {
  const action = { action: "sendTransaction", reason: "rejected" } as const;
  const rejections: readonly unknown[] = [
    { code: 4001, message: "" },
    { code: "4001" },
    Object.assign(new Error("nope"), { code: 4001 }),
    { code: 5000, message: "User rejected." },
    { code: 5000 },
    makeError("user rejected action", "ACTION_REJECTED", action),
    { code: "ACTION_REJECTED" },
    { code: -32603, message: "User rejected the transaction" },
    { code: -32000, message: "User disapproved requested methods" },
    new Error("MetaMask Tx Signature: User denied transaction signature."),
    "User rejected the request.",
    "Transaction was denied by the user",
    "User cancelled",
    "User canceled",
    "user declined transaction",
    "Rejected by user",
    "Request cancelled by user",
    "Request canceled by the user",
  ];

  it.each(Object.entries(NESTED))("[P-24] knows a rejection %s", (_, nested) => {
    for (const error of rejections) {
      expect(walletFailure(nested(error)), inspect(error)).toEqual({ reason: "rejected" });
    }
  });

  it.each([
    ["rejected", [4001, 5000, 5750]],
    ["walletLocked", [4100]],
    ["walletUnable", [4200, 5700, 5740, 5760, -32_601, -32_004, -32_006]],
    ["walletOffline", [4900]],
    ["walletOffNetwork", [4901]],
    ["walletLacksNetwork", [4902, 5710]],
    ["walletBusy", [-32_002]],
    ["walletLimited", [-32_005]],
    ["walletFailed", [5720, 5730, -32_700, -32_600, -32_602, -32_603, -32_000, -32_001, -32_003]],
  ])("[K-31] names the failure %s by its codes", (reason, codes) => {
    for (const code of codes) expect(walletFailure({ code, message: "no" })).toEqual({ reason });
  });

  const transaction = { to: "0x" } as never;
  it.each<[object, readonly unknown[]]>([
    [
      { reason: "walletLacksNetwork" },
      [
        { code: -32603, data: { code: 4902 } },
        { code: 4900, data: { code: 4902 } },
        { code: 4902, data: { code: 12_345 } },
      ],
    ],
    [
      { reason: "insufficientFunds", funds: null },
      [
        "Insufficient funds",
        { code: "INSUFFICIENT_FUNDS" },
        makeError("insufficient funds", "INSUFFICIENT_FUNDS", { transaction }),
        { code: -32000, message: "err: insufficient funds for gas * price + value" },
      ],
    ],
    [
      { reason: "blindSigningOff" },
      [
        "Ledger device: please enable Blind signing or Contract data in the Ethereum app Settings",
        { code: -32603, data: { message: "Ledger: Please enable Contract data." } },
      ],
    ],
    [
      { ...failed, problem: "nonceTooLow" },
      [
        { code: -32000, message: "nonce too low: next nonce 7, tx nonce 5" },
        makeError("nonce has already been used", "NONCE_EXPIRED", { transaction }),
      ],
    ],
    [
      { ...failed, problem: "underpriced" },
      [
        "replacement transaction underpriced",
        { code: -32000, message: "transaction underpriced: tip needed 1, tip permitted 0" },
        { code: -32603, message: "max fee per gas less than block base fee: maxFeePerGas: 1" },
      ],
    ],
    [
      { ...failed, problem: "windowClosed" },
      ["Popup window was closed", "The window was closed", "User closed popup", "Popup closed"],
    ],
  ])("finds %o in codes and words", (failure, errors) => {
    for (const error of errors) expect(walletFailure(error)).toEqual(failure);
  });

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["nothing", ""],
    ["a number", 7],
    ["a symbol", Symbol("why")],
    ["a function", () => 4001],
    ["a function with a code", Object.assign(() => 0, { code: 4001 })],
    ["an empty object", {}],
    ["an object without a prototype", Object.create(null)],
    ["a message that is no text", { message: Object.create(null), code: Object.create(null) }],
    ["an unknown code", { code: 12_345, message: "<script>alert(1)</script>" }],
    ["a code that objects have by nature", { code: "constructor" }],
    ["only -32603", { code: -32603, message: "Internal JSON-RPC error." }],
    ["a cycle", inCircles()],
    ["an array", [{ code: 4001 }]],
  ])("knows nothing of %s, and never repeats the wallet's words", (_, error) => {
    expect(walletFailure(error)).toEqual(failed);
  });

  it("survives getters that throw", () => {
    const error = {
      get message(): string {
        throw new Error("revoked");
      },
    };
    expect(walletFailure(error)).toEqual(failed);
  });

  it("does not search an endless chain for ever", () => {
    let reads = 0;
    const endless = (): object => ({
      get cause() {
        reads += 1;
        return endless();
      },
    });
    expect(walletFailure(endless())).toEqual(failed);
    expect(reads).toBeLessThan(1_000);
  });
});

describe("revertDataOf", () => {
  const data = "0x5c975abb";

  it("finds it wherever it is nested", () => {
    for (const [place, nested] of Object.entries(NESTED)) {
      expect(revertDataOf(nested({ code: 3, data })), place).toBe(data);
      expect(revertDataOf(nested({ data: { data, message: "reverted" } })), place).toBe(data);
    }
  });

  it.each([
    undefined,
    null,
    "0x5c975abb",
    {},
    { data: "0x" },
    { data: "0x5c975ab" },
    { data: "0x5c97" },
    { data: 7 },
    { data: "hi" },
    { data: ["0x5c975abb"] },
    { data: "reverted 0x5c975abb" },
    { data: "0x5c975abb reverted" },
  ])("finds none in %j", (error) => {
    expect(revertDataOf(error)).toBeNull();
  });
});
