import type { Change } from "../outbox/change.ts";
import { type SendArguments, sendOut } from "../outbox/outbox.ts";
import type { Sale } from "../record/sale.ts";
import type { Books } from "./books.ts";

export async function changePayouts(
  sale: Sale,
  { payouts, record }: Books,
  sending: Omit<SendArguments, "dryRun">,
  isAsked: (data: string) => boolean,
  change: () => Promise<Change | null>,
): Promise<void> {
  const sender = { address: await payouts.owner(), role: "owner of Payouts" };
  await sendOut(sale, { sender, contract: record.address, isAsked, change }, sending);
}
