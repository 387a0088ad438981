import { dataSlice, getAddress } from "ethers";
import { readLogs } from "../record/logs.ts";
import type { Sale } from "../record/sale.ts";
import { TaskError } from "../shared/task-action.ts";

export interface Holder {
  readonly address: string;
  readonly tickets: number;
}

/** Reads in one call: some 3k gas each. */
const READ_AT_ONCE = 200;

/**
 * @returns who holds tickets at a block, most first, from the transfers since the deployment
 * @throws a `TaskError` if the contract says that someone holds another number
 */
export async function readHolders(sale: Sale, block: number): Promise<Holder[]> {
  const { interface: abi } = sale.ticket;
  const filter = { address: sale.record.address, topics: [abi.getEvent("Transfer").topicHash] };
  const { logs } = await readLogs(sale, filter, { from: sale.record.blockNumber, to: block });
  const holderOf = new Map<string, string>();
  // All that the event has is indexed: its topics are the words themselves, which saves decoding each of thousands.
  for (const { topics } of logs) {
    const [, , to = "", tokenId = ""] = topics;
    if (BigInt(to) === 0n) holderOf.delete(tokenId);
    else holderOf.set(tokenId, to);
  }
  const counts = new Map<string, number>();
  for (const holder of holderOf.values()) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  const holders = [...counts]
    .map(([word, tickets]) => ({ address: getAddress(dataSlice(word, 12)), tickets }))
    .sort((a, b) => b.tickets - a.tickets || (a.address < b.address ? -1 : 1));
  await assertBalances(sale, block, holders);
  return holders;
}

async function assertBalances(sale: Sale, block: number, holders: readonly Holder[]) {
  const { interface: abi } = sale.ticket;
  for (let at = 0; at < holders.length; at += READ_AT_ONCE) {
    const some = holders.slice(at, at + READ_AT_ONCE);
    const answers = await sale.ticket.multicall.staticCall(
      some.map(({ address }) => abi.encodeFunctionData("balanceOf", [address])),
      { blockTag: block },
    );
    for (const [i, { address, tickets }] of some.entries()) {
      const [balance] = abi.decodeFunctionResult("balanceOf", answers[i] ?? "0x");
      if (Number(balance) === tickets) continue;
      throw new TaskError(
        `The holders don't add up: transfers leave ${address} with ${tickets} tickets, and the contract says ${balance}. ` +
          `The endpoint left something out: try another one for ${sale.network}.`,
      );
    }
  }
}
