import { expect, it } from "vitest";
import { withoutSpam } from "./spam-transfers.ts";

type Transactions = Parameters<typeof withoutSpam>[0];

const spam = { nft_info: { flags: { is_spam: true } } };
const house = { nft_info: { flags: { is_spam: false } } };
const ether = { fungible_info: { symbol: "ETH" } };

/** The transfers of each transaction that is left, by the transaction's id. */
function left(...transfers: readonly unknown[]): Record<string, unknown> {
  const given = transfers.map((list, index) => ({ id: String(index), transfers: list }));
  const result = withoutSpam(given as unknown as Transactions);
  return Object.fromEntries(result.map((each) => [each.id, each.transfers]));
}

it("omits what is nothing but spam", () => {
  expect(left([spam], [spam, spam], [ether])).toEqual({ 2: [ether] });
});

it("removes spam from what came with it", () => {
  expect(left([spam, house, ether, spam])).toEqual({ 0: [house, ether] });
});

it("keeps an approval, which transfers nothing, and NFTs of which nothing is known", () => {
  const unknown = { nft_info: { name: "House" } };
  expect(left([], null, undefined, [unknown])).toEqual({ 0: [], 1: [], 2: [], 3: [unknown] });
});
