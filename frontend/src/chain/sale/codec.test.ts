import { AbiCoder, Interface } from "ethers";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { TypedContractMethod } from "../../../../typechain-types/common.ts";
import type { ITicket } from "../../../../typechain-types/contracts/interfaces/ITicket.ts";
import { ITicket__factory } from "../../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { Ticket__factory } from "../../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { decodeMulticall, encodeMulticall, MalformedAnswer, type Read, reads } from "./codec.ts";

const sale = ITicket__factory.createInterface();
const ticket = Ticket__factory.createInterface();

const quantities = [0n, 1n, 2n, 50n, 255n, 256n, 2n ** 256n - 1n];
/** From the shortest to the longest code, 31 and 32 being the last bytes of a word. */
const codes = ["abc", "welcome5", "a_b-c", "x".repeat(31), "x".repeat(32)];

describe("reads", () => {
  it("encodes calls without arguments as ethers does", () => {
    expect(`0x${reads.totalSupply().data}`).toBe(sale.encodeFunctionData("totalSupply"));
    expect(`0x${reads.paused().data}`).toBe(sale.encodeFunctionData("paused"));
  });

  it.each(quantities)("encodes the prices of %d as ethers does", (quantity) => {
    expect(`0x${reads.getPriceForQuantity(quantity).data}`).toBe(
      sale.encodeFunctionData("getPriceForQuantity", [quantity]),
    );
    expect(`0x${reads.getAffiliatePriceForQuantity(quantity).data}`).toBe(
      sale.encodeFunctionData("getAffiliatePriceForQuantity", [quantity]),
    );
  });

  it.each([...codes, "", "\u0000\t\n", "x".repeat(33), "x".repeat(64)])(
    "encodes the code %j as ethers does",
    (code) => {
      expect(`0x${reads.isAffiliateActive(code).data}`).toBe(
        sale.encodeFunctionData("isAffiliateActive", [code]),
      );
    },
  );

  it.each([0n, 1n, 50_000_000_000_000_000n, 2n ** 256n - 1n])("decodes the number %d", (value) => {
    const word = AbiCoder.defaultAbiCoder().encode(["uint256"], [value]).slice(2);
    expect(reads.totalSupply().decode(word)).toBe(value);
    expect(reads.getPriceForQuantity(1n).decode(word)).toBe(value);
    expect(reads.getAffiliatePriceForQuantity(1n).decode(word)).toBe(value);
  });

  it.each([true, false])("decodes %s", (value) => {
    const word = AbiCoder.defaultAbiCoder().encode(["bool"], [value]).slice(2);
    expect(reads.paused().decode(word)).toBe(value);
    expect(reads.isAffiliateActive("abc").decode(word)).toBe(value);
  });

  it.each([2n, 256n, 2n ** 255n, 2n ** 256n - 1n])("refuses %d as a boolean", (value) => {
    const word = value.toString(16).padStart(64, "0");
    expect(() => reads.paused().decode(word)).toThrow(MalformedAnswer);
    expect(() => reads.isAffiliateActive("abc").decode(word)).toThrow(MalformedAnswer);
  });

  it.each([
    "",
    "0",
    "0".repeat(63),
    "0".repeat(65),
    "g".repeat(64),
    ` ${"0".repeat(63)}`,
    `0x${"0".repeat(62)}`,
  ])("refuses %j as a word", (word) => {
    expect(() => reads.totalSupply().decode(word)).toThrow(MalformedAnswer);
    expect(() => reads.paused().decode(word)).toThrow(MalformedAnswer);
  });
});

describe("encodeMulticall", () => {
  it.each<[string, Read<unknown>[]]>([
    ["nothing", []],
    ["one call", [reads.totalSupply()]],
    [
      "calls of several lengths",
      [reads.paused(), reads.getPriceForQuantity(50n), reads.totalSupply()],
    ],
    ...codes.map((code): [string, Read<unknown>[]] => [
      `the page's calls with the code ${code}`,
      [
        reads.totalSupply(),
        reads.paused(),
        reads.getPriceForQuantity(50n),
        reads.getAffiliatePriceForQuantity(50n),
        reads.isAffiliateActive(code),
      ],
    ]),
  ])("encodes %s as ethers does", (_, calls) => {
    expect(encodeMulticall(calls)).toBe(
      ticket.encodeFunctionData("multicall", [calls.map(({ data }) => `0x${data}`)]),
    );
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
    expect(() => reads.totalSupply().decode("0x")).toThrow("Not a word");
    expect(() => reads.paused().decode(word(2n))).toThrow("Not a boolean");
  });

  it("refuses digits that are none", () => {
    expect(() => decodeMulticall(`${answer.slice(0, -1)}g`, 4)).toThrow(MalformedAnswer);
  });
});

/** How many arguments each read takes here, and in the bindings. */
type Taken = { [Name in keyof typeof reads]: Parameters<(typeof reads)[Name]>["length"] };
type Asked = {
  [Name in keyof typeof reads]: ITicket[Name] extends TypedContractMethod<
    infer Arguments,
    infer _Result,
    "view"
  >
    ? Arguments["length"]
    : never;
};

describe("the bindings", () => {
  it("ask for no argument that is left out", () => {
    // A function may take fewer arguments than its type asks for, so `satisfies` lets this pass.
    expectTypeOf<Taken>().toEqualTypeOf<Asked>();
  });

  it("know every read of the page as a view", () => {
    for (const name of Object.keys(reads)) {
      const fragment = new Interface(ITicket__factory.abi).getFunction(name);
      expect(fragment?.stateMutability, name).toBe("view");
    }
  });
});
