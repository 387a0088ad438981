import { makeError } from "ethers";
import { describe, expect, it } from "vitest";
import { revertDataOf, walletFailure } from "./wallet-error.ts";

const failed = { reason: "walletFailed" };

const inCircles = () => {
  const error: Record<string, unknown> = { code: -32603, message: "Internal JSON-RPC error." };
  Object.assign(error, { cause: error, data: error, error, info: error, originalError: error });
  return error;
};

describe("walletFailure", () => {
  it.each<[string, unknown]>([
    ["EIP-1193's code", { code: 4001, message: "" }],
    ["the code as text", { code: "4001" }],
    ["an Error with the code", Object.assign(new Error("nope"), { code: 4001 })],
    ["WalletConnect's code", { code: 5000, message: "User rejected." }],
    ["WalletConnect's code alone", { code: 5000 }],
    [
      "ethers' code",
      makeError("user rejected action", "ACTION_REJECTED", {
        action: "sendTransaction",
        reason: "rejected",
      }),
    ],
    ["ethers' code alone", { code: "ACTION_REJECTED" }],
    ["a bare string", "User rejected the request."],
    ["a bare string in other words", "Transaction was denied by the user"],
    [
      "an Error without a code",
      new Error("MetaMask Tx Signature: User denied transaction signature."),
    ],
    ["cancelled", new Error("User cancelled")],
    ["canceled", new Error("User canceled")],
    ["declined", new Error("user declined transaction")],
    ["disapproved", { message: "User disapproved requested methods", code: -32000 }],
    ["rejected by user", new Error("Rejected by user")],
    ["cancelled by user", new Error("Request cancelled by user")],
    ["canceled by the user", new Error("Request canceled by the user")],
    [
      "-32603 around it, in data.originalError",
      {
        code: -32603,
        message: "Internal JSON-RPC error.",
        data: { originalError: { code: 4001, message: "no" } },
      },
    ],
    ["-32603 around it, in data", { code: -32603, data: { code: 4001 } }],
    ["-32603 around it, in words", { code: -32603, message: "User rejected the transaction" }],
    [
      "ethers' UNKNOWN_ERROR around it, in info.error",
      {
        code: "UNKNOWN_ERROR",
        info: { error: { code: 4001 }, payload: { method: "eth_sendTransaction" } },
      },
    ],
    ["error.error", { error: { code: 5000 } }],
    ["cause of a cause", new Error("a", { cause: new Error("b", { cause: { code: 4001 } }) })],
    ["originalError", { originalError: { message: "User rejected" } }],
    ["a string inside", { code: -32603, error: "User rejected the request" }],
    ["a string as cause", new Error("failed", { cause: "user rejected" })],
    ["a string as reason", { reason: "user denied" }],
    ["a string as data", { code: -32603, message: "Internal error", data: "User denied signing" }],
    ["a cycle beside it", Object.assign(inCircles(), { reason: { code: 4001 } })],
  ])("[P-24] knows a rejection by %s", (_, error) => {
    expect(walletFailure(error)).toEqual({ reason: "rejected" });
  });

  it.each([
    [-32_700, "walletFailed"],
    [-32_600, "walletFailed"],
    [-32_601, "walletUnable"],
    [-32_602, "walletFailed"],
    [-32_603, "walletFailed"],
    [-32_000, "walletFailed"],
    [-32_001, "walletFailed"],
    [-32_002, "walletBusy"],
    [-32_003, "walletFailed"],
    [-32_004, "walletUnable"],
    [-32_005, "walletLimited"],
    [-32_006, "walletUnable"],
    [4001, "rejected"],
    [4100, "walletLocked"],
    [4200, "walletUnable"],
    [4900, "walletOffline"],
    [4901, "walletOffNetwork"],
    [4902, "walletLacksNetwork"],
    [5000, "rejected"],
    [5700, "walletUnable"],
    [5710, "walletLacksNetwork"],
    [5720, "walletFailed"],
    [5730, "walletFailed"],
    [5740, "walletUnable"],
    [5750, "rejected"],
    [5760, "walletUnable"],
  ])("[K-31] names the failure of code %d", (code, reason) => {
    expect(walletFailure({ code, message: "no" })).toEqual({ reason });
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
    [{ reason: "walletLocked" }, [{ code: "UNKNOWN_ERROR", info: { error: { code: 4100 } } }]],
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
    ["-32603 alone", { code: -32603, message: "Internal JSON-RPC error." }],
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

  it.each<[string, unknown]>([
    ["on the error", { code: 3, data }],
    ["nested as Hardhat does", { code: -32603, data: { data, message: "reverted" } }],
    ["nested as MetaMask does", { code: -32603, data: { originalError: { code: 3, data } } }],
    ["nested as ethers does", { code: "CALL_EXCEPTION", info: { error: { data } } }],
    ["in a cycle", Object.assign(inCircles(), { data, cause: null })],
  ])("finds it %s", (_, error) => {
    expect(revertDataOf(error)).toBe(data);
  });

  it.each([
    undefined,
    null,
    "0x5c975abb",
    {},
    { data: "0x" },
    { data: "0x5c975ab" },
    { data: 7 },
    { data: "hi" },
    { data: ["0x5c975abb"] },
    { data: "reverted 0x5c975abb" },
    { data: "0x5c975abb reverted" },
  ])("finds none in %j", (error) => {
    expect(revertDataOf(error)).toBeNull();
  });
});
