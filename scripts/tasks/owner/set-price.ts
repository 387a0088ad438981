import { amountText, grouped, parsePrice } from "../shared/amounts.ts";
import { taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";
import { type SendArguments, withOwnersSale } from "./owners-sale.ts";

interface SetPriceArguments extends SendArguments {
  /** In the network's currency. */
  readonly price: string;
}

export default taskAction<SetPriceArguments>(({ price: text, ...options }, hre) =>
  withOwnersSale(
    hre,
    options,
    ({ name, args }, { currency }) =>
      name === "setTicketPrice" && args[0] === parsePrice("The price", text, currency),
    async (sale, sending) => {
      const { currency } = sale;
      const price = parsePrice("The price", text, currency);
      const before = await sale.ticket.ticketPrice();
      if (before === price) {
        console.log(`The price is already ${amountText(price, currency)}. Nothing to do.`);
        return;
      }
      const factor = leap(before, price);
      await applyOwnerChange(
        sale,
        {
          unusual:
            factor === null
              ? undefined
              : {
                  what: `The new price is ${factor} the present one`,
                  word: amountText(price, currency),
                },
          name: "set-price",
          title: "Set the price of a ticket",
          changes: [["price", amountText(before, currency), amountText(price, currency)]],
          data: sale.ticket.interface.encodeFunctionData("setTicketPrice", [price]),
          asked: `setTicketPrice(${price})`,
          readBack: async () => [amountText(await sale.ticket.ticketPrice(), currency)],
        },
        sending,
      );
    },
  ),
);

/** From here on a price is more likely a slip, of a digit, a decimal point or the currency, than what is meant. */
const UNUSUAL_FACTOR = 3n;

/** @returns as in "1,000 times" or "less than 1/8 of"; `null` for a change as they usually are */
function leap(before: bigint, after: bigint): string | null {
  const [low, high] = after > before ? [before, after] : [after, before];
  if (high < low * UNUSUAL_FACTOR) return null;
  const isExact = high % low === 0n;
  const factor = grouped(high / low);
  return after > before
    ? `${isExact ? "" : "more than "}${factor} times`
    : `${isExact ? "" : "less than "}1/${factor} of`;
}
