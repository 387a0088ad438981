import { parseEther } from "ethers";
import { expect, it, vi } from "vitest";
import { fillHead } from "../build/page/head.ts";
import { discountOf, formatMoney, PRICE_PLACEHOLDER } from "./domain/order/price.ts";
import { aboutDollars } from "./domain/words/dollar-words.ts";
import { feeMessage } from "./domain/words/fee-words.ts";
import { openingDate, timeLeft } from "./domain/words/opening-words.ts";
import { nextPicture } from "./domain/words/ticket-words.ts";

vi.mock("../../collection.ts", async (original) => ({
  ...(await original<object>()),
  language: "de-DE",
}));

it("a build in another language has its numbers and dates", () => {
  const quote = { quantity: 1, normal: parseEther("0.2"), payable: parseEther("0.175") };
  expect(formatMoney(parseEther("0.05"), "ETH")).toBe("0,050000 ETH");
  expect(PRICE_PLACEHOLDER).toBe("0,0000");
  expect(discountOf(quote)).toBe("12,5\u00a0%");
  expect(feeMessage(parseEther("0.02"), "ETH", parseEther("0.1"))).toContain("20\u00a0%\u00a0of");
  expect(nextPicture(1234n)).toContain("1.234");
  expect(aboutDollars(parseEther("1"), undefined, 200_000_000_000n)).toContain("2.000,00\u00a0$");
  expect(aboutDollars(0n, 0n, 200_000_000_000n)).toBe(
    "less than 0,01\u00a0$ + under 0,01\u00a0$ fee",
  );
  expect(openingDate(Date.UTC(2026, 11, 24, 18), "UTC")).toBe("24. Dezember 2026 um 18:00");
  expect(timeLeft(2 * 86_400_000, 0)).toBe("in 2 Tagen");
  expect(fillHead('<html lang="en">{title}{description}')).toContain('<html lang="de-DE">');
});
