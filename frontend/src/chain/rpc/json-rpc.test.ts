import { describe, expect, it } from "vitest";
import { readResult } from "./json-rpc.ts";
import { Reverted } from "./transport.ts";

const failing = (error: unknown) => ({ jsonrpc: "2.0", id: 1, error });

describe("readResult", () => {
  it.each(["0x1", null, false, 0, []])("gives the result %o", (result) => {
    expect(readResult({ jsonrpc: "2.0", id: 1, result })).toBe(result);
  });

  it("takes an error of null for none, as some endpoints write it", () => {
    expect(readResult({ jsonrpc: "2.0", id: 1, result: "0x1", error: null })).toBe("0x1");
  });

  it.each([null, undefined, "0x1", 7, [], { id: 1, result: "0x1" }])(
    "refuses %o, which is no JSON-RPC",
    (answer) => {
      expect(() => readResult(answer)).toThrow(new TypeError("Not a JSON-RPC answer"));
    },
  );

  it("refuses an answer with neither result nor error", () => {
    expect(() => readResult({ jsonrpc: "2.0", id: 1 })).toThrow(
      new TypeError("Neither result nor error"),
    );
  });

  it.each([
    ["geth's code", { code: 3, message: "oops", data: "0xAbCd" }, "0xAbCd"],
    ["only code 3", { code: 3 }, "0x"],
    ["words", { code: -32000, message: "execution reverted: no", data: "0x" }, "0x"],
    ["Ganache's words", { code: -32603, message: "VM: Reverted with reason" }, "0x"],
    ["one word", { code: -32015, message: "Revert 0x08c379a0" }, "0x"],
    ["Hardhat's nesting", { code: 3, message: "no", data: { data: "0x12" } }, "0x12"],
    ["two layers", { code: 3, message: "no", data: { data: { data: "0x12" } } }, "0x12"],
    ["data that is none", { code: 3, message: "no", data: "hello" }, "0x"],
    ["data with words before it", { code: 3, message: "no", data: "Reverted 0x12" }, "0x"],
    ["data with words after it", { code: 3, message: "no", data: "0x12 reverted" }, "0x"],
    ["data in a list", { code: 3, message: "no", data: ["0x12"] }, "0x"],
    ["data that is nothing", { code: 3, message: "no", data: null }, "0x"],
    ["data without data", { code: 3, message: "no", data: { message: "x" } }, "0x"],
  ])("knows a revert by %s", (_, error, data) => {
    expect(readResult(failing(error))).toEqual(new Reverted(data));
  });

  it.each([
    [{ code: -32005, message: "busy" }, "busy", true],
    [{ code: -32600, message: "too many" }, "too many", false],
    [{ code: "-32603", message: "too many" }, "too many", false],
    [{ code: 1, message: 7 }, "No message", false],
    [{ message: "irreversible" }, "irreversible", false],
    ["oops", "No message", false],
    [false, "No message", false],
  ])("fails by the error %o", (error, message, retried) => {
    expect(() => readResult(failing(error))).toThrow(expect.objectContaining({ message, retried }));
  });
});
