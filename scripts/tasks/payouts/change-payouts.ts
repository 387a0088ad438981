import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { type Outgoing, type SendArguments, sendTask } from "../outbox/outbox.ts";
import type { Sale } from "../record/sale.ts";
import { type Books, requireBooks } from "./books.ts";

export type PayoutsChange = Pick<Outgoing, "isAsked" | "change">;

export function changePayouts(
  hre: HardhatRuntimeEnvironment,
  args: SendArguments,
  ask: (sale: Sale, books: Books) => Promise<PayoutsChange>,
): Promise<void> {
  return sendTask(hre, args, async (sale) => {
    const books = await requireBooks(sale);
    const { payouts, record } = books;
    const change = await ask(sale, books);
    const sender = { address: await payouts.owner(), role: "owner of Payouts" };
    return { ...change, sender, contract: record.address };
  });
}
