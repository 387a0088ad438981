import { withSale } from "../record/sale.ts";
import { eth, parsePrice } from "../shared/amounts.ts";
import { taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";

interface SetPriceArguments {
  /** ETH. */
  readonly price: string;
  readonly yes: boolean;
}

export default taskAction<SetPriceArguments>(({ price: text, yes }, hre) => {
  const price = parsePrice("The price", text);
  return withSale(hre, async (sale) => {
    const before = await sale.ticket.ticketPrice();
    if (before === price) {
      console.log(`The price is already ${eth(price)}. Nothing to do.`);
      return;
    }
    await applyOwnerChange(
      sale,
      {
        name: "set-price",
        title: "Set the price of a ticket",
        changes: [["price", eth(before), eth(price)]],
        data: sale.ticket.interface.encodeFunctionData("setTicketPrice", [price]),
        asked: `setTicketPrice(${price})`,
        readBack: async () => [eth(await sale.ticket.ticketPrice())],
      },
      { yes },
    );
  });
});
