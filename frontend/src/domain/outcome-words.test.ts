import { expect, it } from "vitest";
import { openMessage, ticketCount, ticketsMessage } from "./outcome-words.ts";

it.each([
  [1, "1 ticket"],
  [2, "2 tickets"],
  [50, "50 tickets"],
])("counts %d", (quantity, words) => {
  expect(ticketCount(quantity)).toBe(words);
  const watched = "not settled yet. This page goes on watching.";
  expect(openMessage(quantity, undefined)).toBe(`${words}: ${watched}`);
  expect(openMessage(quantity, "0xF")).toBe(`${words} for 0xF: ${watched}`);
});

it.each([
  [1, "Ticket #7 is yours."],
  [2, "Tickets #7 to #8 are yours."],
  [50, "Tickets #7 to #56 are yours."],
])("names each of %d tickets", (quantity, words) => {
  const transactionHash = `0x${"ab".repeat(32)}`;
  expect(ticketsMessage({ transactionHash, firstTokenId: 7n, quantity }, undefined)).toBe(words);
});

it.each([
  [1, "Ticket #7 is now with 0x12."],
  [2, "Tickets #7 to #8 are now with 0x12."],
])("calls %d tickets not the visitor's if they went to another address", (quantity, words) => {
  const transactionHash = `0x${"ab".repeat(32)}`;
  expect(ticketsMessage({ transactionHash, firstTokenId: 7n, quantity }, "0x12")).toBe(words);
});
