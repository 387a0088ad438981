import { expect, it } from "vitest";
import type { Order } from "../order/order.ts";
import {
  namedOwner,
  openMessage,
  orderMessage,
  ticketCount,
  ticketsMessage,
} from "./outcome-words.ts";

const orderOf = (quantity: number, recipient?: string): Order => ({
  quantity,
  affiliate: { kind: "none" },
  payable: 5n * 10n ** 16n * BigInt(quantity),
  ...(recipient === undefined ? {} : { recipient }),
});

it.each([
  [1, "1 ticket"],
  [2, "2 tickets"],
  [50, "50 tickets"],
])("counts %d", (quantity, words) => {
  expect(ticketCount(quantity)).toBe(words);
  const watched = "still in progress. This page keeps checking.";
  expect(openMessage(orderOf(quantity), true)).toBe(`${words}: ${watched}`);
  expect(openMessage(orderOf(quantity, "0xF"), true)).toBe(`${words} for 0xF: ${watched}`);
  const asked =
    "your wallet hasn't confirmed it yet. If it still shows the request, answer it there. This page keeps checking.";
  expect(openMessage(orderOf(quantity), false)).toBe(`${words}: ${asked}`);
  expect(openMessage(orderOf(quantity, "0xF"), false)).toBe(`${words} for 0xF: ${asked}`);
});

it.each([
  [1, undefined, "1 ticket for 0.050000 ETH."],
  [5, undefined, "5 tickets for 0.250000 ETH."],
  [5, "0xF", "5 tickets for 0.250000 ETH. The tickets go to 0xF."],
])("says what a wallet was asked for: %d, for %s", (quantity, recipient, words) => {
  expect(orderMessage(orderOf(quantity, recipient), "ETH")).toBe(words);
});

it.each([
  [1, undefined, "Ticket #7 is yours."],
  [2, undefined, "Tickets #7 to #8 are yours."],
  [50, undefined, "Tickets #7 to #56 are yours."],
  [1, "0x12", "Ticket #7 belongs to 0x12."],
  [2, "0x12", "Tickets #7 to #8 belong to 0x12."],
])("names each of %d tickets, and whose they are: %s", (quantity, recipient, words) => {
  const transactionHash = `0x${"ab".repeat(32)}`;
  expect(ticketsMessage({ transactionHash, firstTokenId: 7n, quantity }, recipient)).toBe(words);
});

it.each([
  ["the visitor, who bought them", undefined, "0x1", undefined],
  ["the visitor, if no account is connected any more", undefined, null, undefined],
  ["the account that bought them, if another is connected", undefined, "0x2", "0x1"],
  ["the other address that they were bought for", "0x3", "0x1", "0x3"],
])("names as the owner %s", (_, recipient, account, owner) => {
  const order = {
    quantity: 1,
    affiliate: { kind: "none" },
    payable: 1n,
    ...(recipient === undefined ? {} : { recipient }),
  } as const;
  expect(namedOwner({ order, buyer: "0x1" }, account)).toBe(owner);
});
