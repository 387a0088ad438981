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
          ...(factor !== null && {
            unusual: { what: `The new price is ${factor} the present one`, word: text },
          }),
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

/** From here on a price is more likely a slip, of a decimal point or of the currency, than what is meant. */
const UNUSUAL_FACTOR = 10n;

/** @returns as in "1,000 times" or "1/20 of"; `null` for a change as they usually are */
function leap(before: bigint, after: bigint): string | null {
  if (after >= before * UNUSUAL_FACTOR) return `${grouped(after / before)} times`;
  if (before >= after * UNUSUAL_FACTOR) return `1/${grouped(before / after)} of`;
  return null;
}
