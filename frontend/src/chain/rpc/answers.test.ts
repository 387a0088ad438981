import { expect, it } from "vitest";
import { asCount, asData, asQuantity } from "./answers.ts";

const WORD = "f".repeat(64);
const LARGEST = Number.MAX_SAFE_INTEGER;

it.each<[(answer: unknown) => unknown, string, unknown]>([
  [asQuantity, "0x0", 0n],
  [asQuantity, "0xAb", 171n],
  [asQuantity, "0x00ff", 255n],
  [asQuantity, `0x${WORD}`, 2n ** 256n - 1n],
  [asData, "0x", "0x"],
  [asData, "0xAbCd", "0xAbCd"],
  [asData, `0x${WORD}${WORD}`, `0x${WORD}${WORD}`],
  [asCount, "0x0", 0],
  [asCount, "0x1fffffffffffff", LARGEST],
])("%o reads %s as %o", (read, answer, value) => {
  expect(read(answer)).toBe(value);
});

const neither = ["", "12", "0xg0", " 0x00", "0x00 ", "00x00", "-0x1", 12, ["0x00"], {}, null];

it.each(["0x", `0x0${WORD}`, 12n, ...neither])("refuses the quantity %o", (answer) => {
  expect(() => asQuantity(answer)).toThrow(new TypeError("Not a quantity"));
  expect(() => asCount(answer)).toThrow(new TypeError("Not a quantity"));
});

it.each(["0x1", "0x123", undefined, ...neither])("refuses the data %o", (answer) => {
  expect(() => asData(answer)).toThrow(new TypeError("Not data"));
});

it.each(["0x20000000000000", `0x${WORD}`])(
  "refuses %s, which no chain has counted to",
  (answer) => {
    expect(() => asCount(answer)).toThrow(new TypeError("Not a count"));
  },
);
