import { describe, expect, it } from "vitest";
import { asCount, asData, asQuantity } from "./answers.ts";

const WORD = "f".repeat(64);

describe("asQuantity", () => {
  it.each([
    ["0x0", 0n],
    ["0x7a69", 31_337n],
    ["0xAb", 171n],
    ["0x00ff", 255n],
    [`0x${WORD}`, 2n ** 256n - 1n],
  ])("reads %s as %d", (answer, value) => {
    expect(asQuantity(answer)).toBe(value);
  });

  it.each([
    "",
    "0x",
    "12",
    "x12",
    "0x1g",
    " 0x1",
    "0x1 ",
    "00x1",
    "-0x1",
    `0x0${WORD}`,
    12,
    12n,
    ["0x1"],
    {},
    null,
    undefined,
  ])("refuses %o", (answer) => {
    expect(() => asQuantity(answer)).toThrow(new TypeError("Not a quantity"));
  });
});

describe("asData", () => {
  it.each(["0x", "0x00", "0xAbCd", `0x${WORD}${WORD}`])("gives %s as it is", (answer) => {
    expect(asData(answer)).toBe(answer);
  });

  it.each([
    "",
    "0x1",
    "0x123",
    "ab",
    "0xg0",
    " 0x00",
    "0x00 ",
    "00x00",
    0,
    ["0x00"],
    {},
    null,
    undefined,
  ])("refuses %o", (answer) => {
    expect(() => asData(answer)).toThrow(new TypeError("Not data"));
  });
});

describe("asCount", () => {
  it.each([
    ["0x0", 0],
    ["0x1388", 5_000],
    ["0x1fffffffffffff", Number.MAX_SAFE_INTEGER],
  ])("reads %s as %d", (answer, count) => {
    expect(asCount(answer)).toBe(count);
  });

  it.each(["0x20000000000000", `0x1${"0".repeat(20)}`, `0x${WORD}`])(
    "refuses %s, which no chain has counted to",
    (answer) => {
      expect(() => asCount(answer)).toThrow(new TypeError("Not a count"));
    },
  );

  it.each(["0x", 5, null])("refuses %o", (answer) => {
    expect(() => asCount(answer)).toThrow(new TypeError("Not a quantity"));
  });
});
