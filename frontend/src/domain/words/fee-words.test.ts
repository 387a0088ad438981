import { parseEther } from "ethers";
import { describe, expect, it } from "vitest";
import { feeMessage } from "./fee-words.ts";

const PRICE = parseEther("0.05");

describe("the network fee", () => {
  it.each([
    // The fee for 275,888 gas (a ticket with a code, on Amsterdam) at 1 and 30 gwei.
    ["0.000275888", "plus about 0.000275 ETH network fee"],
    ["0.00827664", "plus about 0.008276 ETH network fee, 16%\u00a0of\u00a0the\u00a0price"],
    // A fee of a tenth of the price, then 1 wei more.
    ["0.005", "plus about 0.005000 ETH network fee"],
    [
      "0.005000000000000001",
      "plus about 0.005000 ETH network fee, 10%\u00a0of\u00a0the\u00a0price",
    ],
    ["0.0499", "plus about 0.049900 ETH network fee, 99%\u00a0of\u00a0the\u00a0price"],
    ["0.05", "plus about 0.050000 ETH network fee, 100%\u00a0of\u00a0the\u00a0price"],
    ["0.2", "plus about 0.200000 ETH network fee, 400%\u00a0of\u00a0the\u00a0price"],
  ])("of %s ether for an order of 0.05 is told so: %s", (fee, words) => {
    expect(feeMessage(parseEther(fee), "ETH", PRICE)).toBe(words);
  });

  it("is compared with the whole order", () => {
    const fee = parseEther("0.00827664");
    expect(feeMessage(fee, "ETH", 2n * PRICE)).toBe("plus about 0.008276 ETH network fee");
    expect(feeMessage(fee, "ETH", (PRICE * 95n) / 100n)).toBe(
      "plus about 0.008276 ETH network fee, 17%\u00a0of\u00a0the\u00a0price",
    );
  });

  it("is not compared where neither can be shown", () => {
    expect(feeMessage(10n ** 12n - 1n, "ETH", 1n)).toBe("plus less than 0.000001 ETH network fee");
  });
});
