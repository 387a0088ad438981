import { amountText, parsePrice } from "../shared/amounts.ts";
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
      await applyOwnerChange(
        sale,
        {
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
