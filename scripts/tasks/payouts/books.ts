import type { Interface } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Payouts } from "../../../typechain-types/contracts/Payouts.ts";
import { Payouts__factory } from "../../../typechain-types/factories/contracts/Payouts__factory.ts";
import { readLogs } from "../chain/logs.ts";
import { TaskError } from "../cli/task.ts";
import { type Outgoing, type SendArguments, sendTask } from "../outbox/outbox.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { type PayoutsRecord, provenPayouts } from "./payouts-record.ts";

export interface Books {
  readonly record: PayoutsRecord;
  /** Read-only. */
  readonly payouts: Payouts;
}

export async function findBooks(sale: Sale): Promise<Books | null> {
  const record = await provenPayouts(sale);
  return record && { record, payouts: Payouts__factory.connect(record.address, sale.provider) };
}

export function withBooks(
  hre: HardhatRuntimeEnvironment,
  use: (sale: Sale, books: Books) => Promise<void>,
): Promise<void> {
  return withSale(hre, async (sale) => use(sale, await requireBooks(sale)));
}

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

export async function requireBooks(sale: Sale): Promise<Books> {
  const books = await findBooks(sale);
  if (books !== null) return books;
  throw new TaskError(
    `No Payouts is recorded for ${sale.network} (deployments/${sale.network}/payouts-record.json). ` +
      `Deploy it first: npm run hardhat -- ticket deploy-payouts --commission 5 --network ${sale.network}`,
  );
}

export async function readPayoutEvents(
  sale: Sale,
  { payouts, record }: Books,
  name: "PaidOut" | "PayeeSet",
  { from = record.blockNumber, to }: { readonly from?: number; readonly to: number },
) {
  const topics = [payouts.interface.getEvent(name).topicHash];
  const filter = { address: record.address, topics };
  // A plain `Interface`, because the typed one decodes only a single event.
  const abi: Interface = payouts.interface;
  const { logs } = await readLogs(sale, filter, { from, to });
  return logs.map(({ topics, data, ...place }) => ({
    block: Number(place.blockNumber),
    transactionHash: place.transactionHash,
    args: abi.decodeEventLog(name, data, topics),
  }));
}

export function percentText(bps: number): string {
  return `${bps / 100} %`;
}
