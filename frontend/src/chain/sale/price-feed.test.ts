import { AbiCoder } from "ethers";
import { describe, expect, it } from "vitest";
import {
  DECIMALS,
  DESCRIPTION,
  feedAnswers,
  LATEST_ROUND,
  RATE,
  type Round,
} from "../../../../test/doubles/feed/aggregator.ts";
import { rateIn } from "./price-feed.ts";

/** What `rateCall`'s program answers, taken apart; `price-feed.test.ts` of `test/frontend` runs the program. */

const NOW = 1_800_000_000;
const HOUR = 3_600;

const word = (value: bigint | number) => AbiCoder.defaultAbiCoder().encode(["uint256"], [value]);

/** @param bytes how many the feed answered to a question, if they are others than those of the answer */
function answerOf(
  round: Partial<Round> = {},
  bytes: Readonly<Record<string, number>> = {},
): string {
  const answers = feedAnswers({ updatedAt: NOW - 60, ...round });
  const parts = [LATEST_ROUND, DECIMALS, DESCRIPTION].flatMap((question) => {
    const answer = answers[question] ?? "0x";
    return [word(bytes[question] ?? (answer.length - 2) / 2), answer];
  });
  return [word(NOW), ...parts].map((part, index) => part.slice(index === 0 ? 0 : 2)).join("");
}

const read = (round?: Partial<Round>, bytes?: Readonly<Record<string, number>>) =>
  rateIn(answerOf(round, bytes), "ETH");

describe("the rate in a feed's answer", () => {
  it("is the feed's answer", () => {
    expect(read()).toBe(RATE);
    expect(rateIn(answerOf().toUpperCase().replace("0X", "0x"), "ETH")).toBe(RATE);
  });

  it.each<[string, Partial<Round>]>([
    ["of this second", { updatedAt: NOW }],
    ["three hours old", { updatedAt: NOW - 3 * HOUR }],
    ["of one dollar", { answer: 10n ** 8n }],
    ["of a million dollars", { answer: 10n ** 14n }],
  ])("counts: %s", (_what, round) => {
    expect(read(round)).toBe(round.answer ?? RATE);
  });

  it.each<[string, Partial<Round>]>([
    ["0", { answer: 0n }],
    ["negative", { answer: -RATE }],
    ["the least there is", { answer: -(2n ** 255n) }],
    ["huge", { answer: 2n ** 255n - 1n }],
    ["just above a million dollars", { answer: 10n ** 14n + 1n }],
    ["just below a dollar", { answer: 10n ** 8n - 1n }],
    ["with 18 decimals", { answer: 2_500n * 10n ** 18n, decimals: 18 }],
    ["said to have 18 decimals", { decimals: 18 }],
    ["said to have none", { decimals: 0 }],
    ["a second older than three hours", { updatedAt: NOW - 3 * HOUR - 1 }],
    ["a day old", { updatedAt: NOW - 24 * HOUR }],
    ["of no time", { updatedAt: 0 }],
    ["of the next second", { updatedAt: NOW + 1 }],
    ["of the next day", { updatedAt: NOW + 24 * HOUR }],
    ["of bitcoin", { description: "BTC / USD" }],
    ["in another currency", { description: "ETH / EUR" }],
    ["of a coin whose name begins so", { description: "ETH / USDX" }],
    ["of a longer name", { description: "ETH / USD".padEnd(40, "!") }],
    ["of no name", { description: "" }],
  ])("is not known if it is %s", (_what, round) => {
    expect(read(round)).toBeNull();
  });

  it.each([
    ["round", LATEST_ROUND, [0, 32, 128, 159, 161, 192]],
    ["decimals", DECIMALS, [0, 31, 33]],
    ["name", DESCRIPTION, [0, 64, 95, 97, 128]],
  ])("is not known if the %s has another length than it has to", (_what, question, lengths) => {
    for (const length of lengths) expect(read({}, { [question]: length }), `${length}`).toBeNull();
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["no bytes", "0x"],
    ["a short answer", answerOf().slice(0, -64)],
    ["a long answer", `${answerOf()}00`],
    ["no hex", answerOf().replace(/.$/, "g")],
    ["an object", { toString: () => "0x" }],
    ["a list", [answerOf(), answerOf()]],
  ])("is not known of %s", (_what, answer) => {
    expect(rateIn(answer, "ETH")).toBeNull();
  });

  it.each([
    ["begins elsewhere", [word(32), word(9)], [word(64), word(9)]],
    ["has zeros at its end", [word(32), word(9)], [word(32), word(10)]],
  ])("is not known if the name %s", (_what, right, wrong) => {
    const joined = (words: readonly string[]) => words.map((one) => one.slice(2)).join("");
    expect(answerOf()).toContain(joined(right));
    expect(rateIn(answerOf().replace(joined(right), joined(wrong)), "ETH")).toBeNull();
  });

  it("is that of the network's coin alone", () => {
    expect(rateIn(answerOf({ description: "POL / USD" }), "POL")).toBe(RATE);
    expect(rateIn(answerOf(), "POL")).toBeNull();
  });
});
