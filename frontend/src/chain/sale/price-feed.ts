import { RATE_DECIMALS, type Rate } from "../../domain/dollars.ts";
import type { RpcCall } from "../rpc/transport.ts";

/** Chainlink's `AggregatorV3Interface`: the selector, and the bytes of a right answer, in the answer's order. */
const QUESTIONS = [
  ["feaf968c", 0xa0], // latestRoundData(): roundId, answer, startedAt, updatedAt, answeredInRound
  ["313ce567", 0x20], // decimals()
  ["7284e416", 0x60], // description(): a string of one word
] as const;

/** For each question: some 30,000 are usual. */
const GAS = 200_000;

/** In bytes: the block's time, and for each question its answer's size and the answer. */
const ANSWER_SIZE = QUESTIONS.reduce((sum, [, size]) => sum + 0x20 + size, 0x20);

const WORD = 64;

const push2 = (value: number) => `61${value.toString(16).padStart(4, "0")}`;

/** A program like that of `servedCall`, which succeeds even if the feed reverts: that gives an answer without bytes. */
export function rateCall(feed: string): RpcCall {
  const program = ["42600052"]; // MSTORE(0x00, TIMESTAMP)
  let place = 0x20;
  for (const [selector, size] of QUESTIONS) {
    program.push(
      `63${selector}${push2(ANSWER_SIZE)}52`, // the selector, at the end of the word after the answer
      `${push2(size)}${push2(place + 0x20)}6004${push2(ANSWER_SIZE + 0x1c)}`,
      `73${feed.slice(2).toLowerCase()}62${GAS.toString(16).padStart(6, "0")}fa`, // STATICCALL
      `3d02${push2(place)}52`, // MSTORE(place, RETURNDATASIZE * success)
    );
    place += 0x20 + size;
  }
  program.push(`${push2(ANSWER_SIZE)}6000f3`); // RETURN(0x00, ANSWER_SIZE)
  return { method: "eth_call", params: [{ data: `0x${program.join("")}` }, "latest"] };
}

/** Mainnet's feed is updated every hour at least, a rollup's more often. */
const OLDEST_S = 3n * 3_600n;

/** A coin that has a feed is worth a dollar at least, and a million at most. */
const SMALLEST = 10n ** BigInt(RATE_DECIMALS);
const LARGEST = 1_000_000n * SMALLEST;

/**
 * The rate in an answer to `rateCall`; `null` unless it is certainly a price in dollars of the last hours, by the block's time.
 * @param symbol of the coin: "ETH"
 */
export function rateIn(answer: unknown, symbol: string): Rate | null {
  const text = String(answer);
  if (!new RegExp(`^0x[0-9a-f]{${2 * ANSWER_SIZE}}$`, "i").test(text)) return null;
  const words = (text.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
  const [now, roundSize, , rate, , updated, , decimalsSize, decimals, nameSize, offset, length] =
    words as [bigint, ...bigint[]];
  const sizes = [roundSize, decimalsSize, nameSize].map(Number);
  if (!QUESTIONS.every(([, size], index) => sizes[index] === size)) return null;
  if (decimals !== BigInt(RATE_DECIMALS) || rate === undefined || updated === undefined)
    return null;

  const name = `${symbol} / USD`;
  const chars = Array.from(name, (char) => char.charCodeAt(0).toString(16).padStart(2, "0"));
  if (offset !== 32n || length !== BigInt(name.length)) return null;
  if (text.slice(-WORD).toLowerCase() !== chars.join("").padEnd(WORD, "0")) return null;

  // A negative answer is far too large as an unsigned number.
  if (rate < SMALLEST || rate > LARGEST) return null;
  return updated <= now && now - updated <= OLDEST_S ? rate : null;
}
