import { AbiCoder } from "ethers";
import { describe, expect, it } from "vitest";
import { RATE } from "../../../../test/doubles/feed/rate.ts";
import { rateIn } from "./price-feed.ts";

/** `test/frontend/price-feed.test.ts` runs the lens. */

const word = (value: bigint) => AbiCoder.defaultAbiCoder().encode(["uint256"], [value]);

describe("the rate in the lens's answer", () => {
  it.each([RATE, 10n ** 8n, 10n ** 14n])("is %d", (rate) => {
    expect(rateIn(word(rate))).toBe(rate);
    expect(rateIn(word(rate).toUpperCase().replace("0X", "0x"))).toBe(rate);
  });

  it.each<[string, unknown]>([
    ["0", word(0n)],
    ["just below a dollar", word(10n ** 8n - 1n)],
    ["just above a million dollars", word(10n ** 14n + 1n)],
    ["huge", word(2n ** 256n - 1n)],
    ["nothing", undefined],
    ["null", null],
    ["no bytes", "0x"],
    ["a short answer", word(RATE).slice(0, -2)],
    ["a long answer", `${word(RATE)}00`],
    ["no hex", word(RATE).replace(/.$/, "g")],
    ["an object", { toString: () => "0x" }],
    ["a list", [word(RATE), word(RATE)]],
  ])("is not known of %s", (_what, answer) => {
    expect(rateIn(answer)).toBeNull();
  });
});
