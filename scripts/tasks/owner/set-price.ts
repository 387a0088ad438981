import { amountText, grouped, parsePrice } from "../cli/amounts.ts";
import type { TaskAction } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { changeAsOwner, exactly, type OwnersArguments } from "./owners-change.ts";

interface SetPriceArguments extends OwnersArguments {
  readonly price: string;
}

export default (({ price: text, ...options }, hre) =>
  changeAsOwner(hre, options, ({ currency, ticket }) => {
    const price = parsePrice("The price", text, currency);
    const word = amountText(price, currency);
    const call = callTo(ticket.setTicketPrice, [price]);
    return {
      ...exactly(call),
      change: async () => ({
        name: "set-price",
        title: "Set the price of a ticket",
        call,
        label: "price",
        after: word,
        read: async () => amountText(await ticket.ticketPrice(), currency),
        already: `The price is already ${word}.`,
        async details() {
          const factor = leap(await ticket.ticketPrice(), price);
          const what = `The new price is ${factor} the present one`;
          return factor === null ? {} : { unusual: { what, word } };
        },
      }),
    };
  })) satisfies TaskAction<SetPriceArguments>;

/** A larger change is probably a wrong digit, decimal point or currency. */
const UNUSUAL_FACTOR = 3n;

function leap(before: bigint, after: bigint): string | null {
  const [low, high] = after > before ? [before, after] : [after, before];
  if (high < low * UNUSUAL_FACTOR) return null;
  const isExact = high % low === 0n;
  const factor = grouped(high / low);
  return after > before
    ? `${isExact ? "" : "more than "}${factor} times`
    : `${isExact ? "" : "less than "}1/${factor} of`;
}
