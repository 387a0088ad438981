import { amountText, grouped, plural } from "../cli/amounts.ts";
import { assertOneFormat, csvCells, type ListFormat, weiFields } from "../cli/listing.ts";
import { table } from "../cli/table.ts";
import type { TaskAction } from "../cli/task.ts";
import { withSale } from "../record/sale.ts";
import { readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { csvLine } from "../sale/csv.ts";
import { readSaleEvents } from "../sale/sale-events.ts";

const FIELDS = ["code", "active", "purchases", "tickets", "paidWei"] as const;

export default (({ json, csv }, hre) => {
  assertOneFormat({ json, csv });
  return withSale(hre, async (sale) => {
    const { block, codes } = await readSaleEvents(sale);
    const accounts = await readAffiliateAccounts(sale, [...codes.values()].sort(), block);
    const listed = accounts.map(weiFields);
    if (json) return console.log(JSON.stringify(listed, null, 2));
    if (csv) return console.log(csvCells(listed, FIELDS).map(csvLine).join("\n"));
    if (accounts.length === 0) {
      console.log(
        `No affiliate is registered on ${sale.network}. ` +
          `Add one: npm run hardhat -- affiliates add CODE --network ${sale.network}`,
      );
      return;
    }
    const rows = accounts.map(({ code, active, purchases, tickets, paid }) => [
      code,
      active ? "active" : "inactive",
      grouped(purchases),
      grouped(tickets),
      amountText(paid, sale.currency),
    ]);
    console.log(table([["code", "state", "purchases", "tickets", "paid"], ...rows], [2, 3, 4]));
    console.log(`${plural(accounts.length, "code")} at block ${block}.`);
  });
}) satisfies TaskAction<ListFormat>;
