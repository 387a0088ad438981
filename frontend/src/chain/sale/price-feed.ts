import { RATE_DECIMALS, type Rate } from "../../domain/dollars.ts";
import type { RpcCall } from "../rpc/transport.ts";

/**
 * A price feed of Chainlink's (`AggregatorV3Interface`, https://docs.chain.link/data-feeds/api-reference), asked by one call
 * that succeeds whatever the feed does: a program that the endpoint's EVM runs, as it does `servedCall`. Each question gets so
 * much gas and no more, and what does not answer, or reverts, answers with no bytes.
 */

/** In the answer's order: the selector, and the bytes of a right answer. */
const QUESTIONS = [
  ["feaf968c", 0xa0], // latestRoundData(): roundId, answer, startedAt, updatedAt, answeredInRound
  ["313ce567", 0x20], // decimals()
  ["7284e416", 0x60], // description(): a string of one word
] as const;

/** Some 30,000 are usual. */
const GAS = 200_000;

/** The block's time, and for each question the size of its answer and the answer. In bytes. */
const ANSWER_SIZE = QUESTIONS.reduce((sum, [, size]) => sum + 0x20 + size, 0x20);

const WORD = 64;

/** Two bytes. */
const push2 = (value: number) => `61${value.toString(16).padStart(4, "0")}`;

/** @param feed its address */
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

/** A feed is written once an hour at least on mainnet, more often on rollups. */
const OLDEST_S = 3n * 3_600n;

/** A coin that has a feed is worth a dollar at least, and a million at most. */
const SMALLEST = 10n ** BigInt(RATE_DECIMALS);
const LARGEST = 1_000_000n * SMALLEST;

/**
 * The rate in an answer to `rateCall`.
 * @param symbol of the coin: "ETH"
 * @returns `null` for all that is not surely the coin's price in dollars of the last hours, by the block's own clock
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

  // A negative answer is a number of 256 bits here, far too large.
  if (rate < SMALLEST || rate > LARGEST) return null;
  return updated <= now && now - updated <= OLDEST_S ? rate : null;
}
