import { AbiCoder, Interface, toBeHex } from "ethers";
import { describe, expect, it } from "vitest";
import { ITicket__factory } from "../../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { Ticket__factory } from "../../../../typechain-types/factories/contracts/Ticket__factory.ts";
import {
  decodeBool,
  decodeMulticall,
  decodeUint,
  encodeMulticall,
  MalformedAnswer,
  type View,
} from "./codec.ts";
import { type SaleQuery, saleViews } from "./reader.ts";

const sale = new Interface(ITicket__factory.abi);
const ticket = Ticket__factory.createInterface();

const quantities = [0, 1, 2, 50, 255, 256, Number.MAX_SAFE_INTEGER];
/** A code has 3 to 32 bytes; a word has 32. */
const codes = ["abc", "welcome5", "a_b-c", "x".repeat(31), "x".repeat(32)];

const byEthers = (calls: string[]) => ticket.encodeFunctionData("multicall", [calls]);

describe("encodeMulticall", () => {
  /** With these fields, the page reads every view. */
  const whole: Required<SaleQuery> = { quantity: 1, affiliateCode: "abc" };
  const queries: readonly SaleQuery[] = [
    ...quantities.map((quantity) => ({ ...whole, quantity })),
    ...[...codes, "", "\u0000\t\n", "x".repeat(33), "x".repeat(64)].map((affiliateCode) => ({
      ...whole,
      affiliateCode,
    })),
  ];

  it.each(queries)(
    "encodes each view of $quantity tickets with the code $affiliateCode as ethers does",
    (query) => {
      for (const [name, view] of Object.entries(saleViews(query))) {
        const fragment = sale.getFunction(name);
        expect(fragment?.stateMutability, name).toBe("view");
        expect(view, `no test asks ${name}`).not.toBeNull();
        const args = (view as View)[1].map((arg, index) =>
          fragment?.inputs[index]?.type === "address" ? toBeHex(arg, 20) : arg,
        );
        expect(encodeMulticall([view as View]), name).toBe(
          byEthers([sale.encodeFunctionData(name, args)]),
        );
      }
    },
  );

  const asked: View[] = Object.values(saleViews({ quantity: 50, affiliateCode: "abc" })).filter(
    (view) => view !== null,
  );

  it.each<[string, View[]]>([
    ["nothing", []],
    ["several calls", asked],
    [
      "a number before and behind a text",
      [["12345678", [1n, "abc", 2n, "x".repeat(33)], decodeUint]],
    ],
  ])("encodes %s as ethers does", (_, views) => {
    const calls = views.map(([selector, args]) => {
      const types = args.map((arg) => (typeof arg === "bigint" ? "uint256" : "string"));
      return `0x${selector}${AbiCoder.defaultAbiCoder().encode(types, args).slice(2)}`;
    });
    expect(encodeMulticall(views)).toBe(byEthers(calls));
  });
});

describe("a word", () => {
  it.each([0n, 1n, 50_000_000_000_000_000n, 2n ** 256n - 1n])("is the number %d", (value) => {
    expect(decodeUint(AbiCoder.defaultAbiCoder().encode(["uint256"], [value]).slice(2))).toBe(
      value,
    );
  });

  it.each([true, false])("is %s", (value) => {
    expect(decodeBool(AbiCoder.defaultAbiCoder().encode(["bool"], [value]).slice(2))).toBe(value);
  });

  it.each([2n, 256n, 2n ** 255n, 2n ** 256n - 1n])("of %d is no boolean", (value) => {
    const word = value.toString(16).padStart(64, "0");
    expect(() => decodeBool(word)).toThrow(MalformedAnswer);
  });

  it.each([
    "",
    "0",
    "0".repeat(63),
    "0".repeat(65),
    "g".repeat(64),
    ` ${"0".repeat(63)}`,
    `0x${"0".repeat(62)}`,
  ])("is not %j", (word) => {
    expect(() => decodeUint(word)).toThrow(MalformedAnswer);
    expect(() => decodeBool(word)).toThrow(MalformedAnswer);
  });
});

describe("decodeMulticall", () => {
  const word = (value: bigint) => value.toString(16).padStart(64, "0");
  const values = [501n, 0n, 50_000_000_000_000_000n, 2n ** 256n - 1n];
  const answer = ticket.encodeFunctionResult("multicall", [
    values.map((value) => `0x${word(value)}`),
  ]);

  it("gives the words that ethers encoded", () => {
    expect(decodeMulticall(answer, 4)).toEqual(values.map(word));
  });

  it("doesn't mind upper-case digits", () => {
    expect(decodeMulticall(`0x${answer.slice(2).toUpperCase()}`, 4)).toEqual(values.map(word));
  });

  it("gives nothing for nothing", () => {
    expect(decodeMulticall(ticket.encodeFunctionResult("multicall", [[]]), 0)).toEqual([]);
  });

  it("refuses an answer that is cut anywhere", () => {
    for (let length = 0; length < answer.length; length += 1) {
      expect(() => decodeMulticall(answer.slice(0, length), 4), `${length}`).toThrow(
        MalformedAnswer,
      );
    }
  });

  it("refuses half a byte at the end", () => {
    expect(() => decodeMulticall(`${answer}0`, 4)).toThrow(MalformedAnswer);
  });

  it.each([0, 3, 5])("refuses an answer to %d calls", (count) => {
    expect(() => decodeMulticall(answer, count)).toThrow(MalformedAnswer);
  });

  it.each([
    undefined,
    null,
    7,
    {},
    [],
    "",
    "0x",
    "501",
    "<!doctype html>",
    "0xzz",
    answer.slice(2),
  ])("refuses %j", (text) => {
    expect(() => decodeMulticall(text, 4)).toThrow(MalformedAnswer);
  });

  it.each([
    ["the array", 0],
    ["the first item", 2],
    ["the last item", 5],
  ])("refuses a pointer to %s outside the answer", (_, index) => {
    for (const target of [BigInt(answer.length), 2n ** 64n, 2n ** 256n - 1n]) {
      const at = 2 + index * 64;
      const wrong = answer.slice(0, at) + word(target) + answer.slice(at + 64);
      expect(() => decodeMulticall(wrong, 4)).toThrow(MalformedAnswer);
    }
  });

  it.each([0n, 31n, 33n, 64n, 2n ** 255n])("refuses an item of %d bytes", (length) => {
    const at = 2 + (2 + values.length) * 64;
    const wrong = answer.slice(0, at) + word(length) + answer.slice(at + 64);
    expect(() => decodeMulticall(wrong, 4)).toThrow(MalformedAnswer);
  });

  it("says what is wrong with an answer", () => {
    const at = 2 + (2 + values.length) * 64;
    const longer = answer.slice(0, at) + word(33n) + answer.slice(at + 64);
    expect(() => decodeMulticall("0x", 4)).toThrow("Not a word");
    expect(() => decodeMulticall(longer, 4)).toThrow("Not one word for each call");
    expect(() => decodeUint("0x")).toThrow("Not a word");
    expect(() => decodeBool(word(2n))).toThrow("Not a boolean");
  });

  it("refuses digits that are none", () => {
    expect(() => decodeMulticall(`${answer.slice(0, -1)}g`, 4)).toThrow(MalformedAnswer);
  });
});
