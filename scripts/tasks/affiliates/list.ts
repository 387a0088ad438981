import { amountText, grouped, plural } from "../cli/amounts.ts";
import { assertOneFormat, type ListFormat, printList, weiFields } from "../cli/listing.ts";
import { table } from "../cli/table.ts";
import type { TaskAction } from "../cli/task.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { type AffiliateAccount, readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { readSaleEvents } from "../sale/sale-events.ts";

const FIELDS = ["code", "active", "purchases", "tickets", "paidWei"] as const;

export default ((format, hre) => {
  assertOneFormat(format);
  return withSale(hre, async (sale) => {
    const { block, codes } = await readSaleEvents(sale);
    const accounts = await readAffiliateAccounts(sale, [...codes.values()].sort(), block);
    printList(format, {
      rows: accounts.map(weiFields),
      fields: FIELDS,
      text: () => asText(sale, accounts, block),
    });
  });
}) satisfies TaskAction<ListFormat>;

function asText(sale: Sale, accounts: readonly AffiliateAccount[], block: number): string {
  if (accounts.length === 0) {
    return (
      `No affiliate is registered on ${sale.network}. ` +
      `Add one: npm run hardhat -- affiliates add CODE --network ${sale.network}`
    );
  }
  const rows = accounts.map(({ code, active, purchases, tickets, paid }) => [
    code,
    active ? "active" : "inactive",
    grouped(purchases),
    grouped(tickets),
    amountText(paid, sale.currency),
  ]);
  const header = ["code", "state", "purchases", "tickets", "paid"];
  return `${table([header, ...rows], [2, 3, 4])}\n${plural(accounts.length, "code")} at block ${block}.`;
}
