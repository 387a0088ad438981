import { amountText, grouped, parsePrice } from "../cli/amounts.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { ownersTask } from "./owners-change.ts";

export default ownersTask(({ price: text }: { readonly price: string }) => (sale) => {
  const { currency, ticket } = sale;
  const price = parsePrice("The price", text, currency);
  const word = amountText(price, currency);
  return {
    name: "set-price",
    title: "Set the price of a ticket",
    call: callTo(ticket.setTicketPrice, [price]),
    label: "price",
    after: word,
    read: async () => amountText(await ticket.ticketPrice(), currency),
    already: `The price is already ${word}.`,
    async details() {
      const factor = leap(await ticket.ticketPrice(), price);
      const what = `The new price is ${factor} the present one`;
      return factor === null ? {} : { unusual: { what, word } };
    },
  };
});

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
