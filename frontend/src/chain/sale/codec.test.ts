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
  const encoded = (type: string, value: unknown) =>
    AbiCoder.defaultAbiCoder().encode([type], [value]).slice(2);

  it("is a number or a boolean, as ethers writes it", () => {
    for (const value of [0n, 1n, 50_000_000_000_000_000n, 2n ** 256n - 1n]) {
      expect(decodeUint(encoded("uint256", value))).toBe(value);
    }
    for (const value of [true, false]) expect(decodeBool(encoded("bool", value))).toBe(value);
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

  it("gives the words that ethers encoded, also in capitals", () => {
    expect(decodeMulticall(answer, 4)).toEqual(values.map(word));
    expect(decodeMulticall(`0x${answer.slice(2).toUpperCase()}`, 4)).toEqual(values.map(word));
    expect(decodeMulticall(ticket.encodeFunctionResult("multicall", [[]]), 0)).toEqual([]);
  });

  it("refuses an answer that is cut anywhere", () => {
    for (let length = 0; length < answer.length; length += 1) {
      const cut = answer.slice(0, length);
      expect(() => decodeMulticall(cut, 4), `${length}`).toThrow(MalformedAnswer);
    }
  });

  it.each([0, 3, 5])("refuses an answer to %d calls", (count) => {
    expect(() => decodeMulticall(answer, count)).toThrow(MalformedAnswer);
  });

  const noHex = ["501", "<!doctype html>", "0xzz", answer.slice(2), `${answer.slice(0, -1)}g`];
  it.each([undefined, null, 7, {}, [], `${answer}0`, ...noHex])("refuses %j", (text) => {
    expect(() => decodeMulticall(text, 4)).toThrow(MalformedAnswer);
  });

  const outside = [BigInt(answer.length), 2n ** 64n, 2n ** 256n - 1n];
  it.each([
    ["a pointer to the array", 0, outside],
    ["a pointer to the first item", 2, outside],
    ["a pointer to the last item", 5, outside],
    ["an item's length", 6, [0n, 31n, 33n, 64n, 2n ** 255n]],
  ])("refuses %s that is wrong", (_, index, wrong) => {
    const at = 2 + index * 64;
    for (const value of wrong) {
      const changed = answer.slice(0, at) + word(value) + answer.slice(at + 64);
      expect(() => decodeMulticall(changed, 4), `${value}`).toThrow(MalformedAnswer);
    }
  });
});
