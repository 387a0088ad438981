import { describe, expect, it } from "vitest";
import { EndpointError } from "./endpoint-error.ts";
import { hasId, isRefusal, messages, readResult } from "./json-rpc.ts";
import { Reverted } from "./transport.ts";

const failing = (error: unknown) => ({ jsonrpc: "2.0", id: 1, error });

function thrownBy(task: () => unknown): unknown {
  try {
    task();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown");
}

it("writes calls as messages", () => {
  const calls = [
    { method: "eth_call", params: [1] },
    { method: "eth_gasPrice", params: [] },
  ];
  expect(messages(calls)).toEqual([
    { jsonrpc: "2.0", id: 0, method: "eth_call", params: [1] },
    { jsonrpc: "2.0", id: 1, method: "eth_gasPrice", params: [] },
  ]);
});

describe("readResult", () => {
  it.each(["0x1", null, false, 0, []])("gives the result %o", (result) => {
    expect(readResult({ jsonrpc: "2.0", id: 1, result })).toBe(result);
  });

  it("takes no error for none, as some endpoints write it", () => {
    expect(readResult({ jsonrpc: "2.0", id: 1, result: "0x1", error: null })).toBe("0x1");
    expect(readResult({ jsonrpc: "2.0", id: 1, result: "0x1", error: undefined })).toBe("0x1");
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
    ["code 3 alone", { code: 3 }, "0x"],
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

  it.each([-1, -32005, -32603])("says of code %d that it may go better next time", (code) => {
    const thrown = thrownBy(() => readResult(failing({ code, message: "busy" })));
    expect(thrown).toBeInstanceOf(EndpointError);
    expect(thrown).toMatchObject({ message: "busy", retried: true, retryAfterMs: null });
  });

  it.each([
    [{ code: -32600, message: "too many" }, "too many"],
    [{ code: "-32603", message: "too many" }, "too many"],
    [{ code: 1, message: 7 }, "No message"],
    [{ message: "irreversible" }, "irreversible"],
    ["oops", "No message"],
    [7, "No message"],
    [false, "No message"],
  ])("says of %o that it won't", (error, text) => {
    const thrown = thrownBy(() => readResult(failing(error)));
    expect(thrown).toBeInstanceOf(EndpointError);
    expect(thrown).toMatchObject({ message: text, retried: false });
  });
});

describe("isRefusal", () => {
  it.each([
    [failing({ code: -32600, message: "too many" }), true],
    [failing("oops"), true],
    [{ error: { code: 31, message: "Batch of more" } }, true],
    [failing({ code: -32005, message: "busy" }), false],
    [failing({ code: 3, message: "execution reverted" }), false],
    [{ jsonrpc: "2.0", id: 1, result: "0x1" }, false],
    [failing(null), false],
    [null, false],
    [undefined, false],
    ["too many", false],
  ])("of %o: %s", (answer, refused) => {
    expect(isRefusal(answer)).toBe(refused);
  });
});

describe("hasId", () => {
  it.each([
    [{ id: 1 }, true],
    [{ id: 2 }, false],
    [{ id: "1" }, false],
    [{}, false],
    [null, false],
    [1, false],
  ])("of %o: %s", (answer, has) => {
    expect(hasId(1)(answer)).toBe(has);
  });
});
