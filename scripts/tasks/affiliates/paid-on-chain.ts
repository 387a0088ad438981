import { getAddress, toQuantity } from "ethers";
import { readLogs } from "../record/logs.ts";
import type { Sale } from "../record/sale.ts";
import { accountKind } from "../send/account-kind.ts";
import type { RpcTransaction } from "../send/pending-calls.ts";
import { findSafe } from "../send/safe.ts";
import { EXECUTION_SUCCESS, safeExecutions } from "../send/safe-executions.ts";
import { describeError, TaskError } from "../shared/task-action.ts";
import { type Payout, payoutMark, readPayout } from "./payout-call.ts";

/** A payment that a block has. */
export interface Payment extends Payout {
  readonly to: string;
  readonly wei: bigint;
  readonly from: string;
  /** Of the account that sent it; `null` for a Safe's. */
  readonly nonce: number | null;
  readonly block: number;
  readonly hash: string;
}

/** Up to where the chain was searched, and by whom payments can be sent: every owner that the sale has had. */
export interface Searched {
  readonly block: number;
  readonly blockHash: string;
  /** By address: how many transactions it had sent by that block. */
  readonly payers: Readonly<Record<string, number>>;
}

/**
 * Finds the payments of a sale's owners in the blocks after `since` up to `head`. An account's are found by its nonces: each
 * that it has used by `head` has to be explained by a transaction. A Safe's are found by its events.
 * @param since `null` for the whole sale
 * @param known hashes of transactions that this machine has sent, which need no search
 */
export async function paymentsAfter(
  sale: Sale,
  since: Searched | null,
  head: number,
  known: readonly string[],
): Promise<{ readonly payments: readonly Payment[]; readonly searched: Searched }> {
  const after = since?.block ?? sale.record.blockNumber - 1;
  const payments: Payment[] = [];
  const counts: Record<string, number> = {};
  for (const payer of await payersOf(sale, since, after, head)) {
    const safe = await findSafe(sale.provider, payer);
    if (safe !== null) {
      const isPayout = ({ data }: { readonly data: string }) =>
        readPayout(sale.record.address, data) !== null;
      const found = await safeExecutions(
        sale,
        safe,
        { from: after + 1, to: head },
        { isWanted: isPayout, mark: payoutMark(sale.record.address) },
      );
      for (const { hash, block, calls } of found) {
        for (const { to, data, value = 0n } of calls) {
          const payout = readPayout(sale.record.address, data);
          if (payout === null) continue;
          payments.push({ ...payout, to, wei: value, from: payer, nonce: null, block, hash });
        }
      }
    } else if ((await accountKind(sale.provider, payer)) !== "contract") {
      const first = since?.payers[payer] ?? (await countAt(sale, payer, after));
      const end = await countAt(sale, payer, head);
      const blocks = { from: after, to: head };
      for (const sent of await sentBy(sale, payer, blocks, { first, end }, known)) {
        const payment = await paymentOf(sale, sent);
        if (payment !== null) payments.push(payment);
      }
      counts[payer] = end;
      continue;
    } else {
      await assertNoSafe(sale, payer, after + 1, head);
    }
    counts[payer] = 0;
  }
  payments.sort((a, b) => a.block - b.block || (a.nonce ?? 0) - (b.nonce ?? 0));
  const blockHash = await hashOfBlock(sale, head);
  return { payments, searched: { block: head, blockHash, payers: counts } };
}

/** An endpoint that fails for a moment makes a Safe look like another contract, which is asked for no payments. */
async function assertNoSafe(sale: Sale, address: string, from: number, to: number): Promise<void> {
  const { logs } = await readLogs(sale, { address, topics: [EXECUTION_SUCCESS] }, { from, to });
  if (logs.length === 0) return;
  throw new TaskError(
    `The endpoint does not show that ${address} is a Safe, and it has executed as one. Run this again. Nothing was sent.`,
  );
}

/** @returns where a search that starts anew after `block` finds these payers */
export async function searchedAt(
  sale: Sale,
  payers: readonly string[],
  block: number,
): Promise<Searched> {
  const counts: Record<string, number> = {};
  for (const payer of payers) counts[payer] = await countAt(sale, payer, block);
  return { block, blockHash: await hashOfBlock(sale, block), payers: counts };
}

/** @returns the hash of a block that the endpoints have */
export async function hashOfBlock(sale: Sale, block: number): Promise<string> {
  const found = (await sale.request("eth_getBlockByNumber", [toQuantity(block), false])) as {
    readonly hash: string;
  } | null;
  if (found === null) throw new TaskError(`The endpoint of ${sale.network} has no block ${block}`);
  return found.hash;
}

/**
 * @param payments of one code or many
 * @returns wei that each code was paid, by code
 * @throws a `TaskError` if a payment says that others came before it, which were not found
 */
export function paidByCode(payments: readonly Payment[]): Map<string, bigint> {
  const paid = new Map<string, bigint>();
  const stated = new Map<string, bigint>();
  for (const { code, wei, total } of payments) {
    paid.set(code, (paid.get(code) ?? 0n) + wei);
    if (total > (stated.get(code) ?? 0n)) stated.set(code, total);
  }
  for (const [code, total] of stated) {
    const found = paid.get(code) ?? 0n;
    if (found >= total) continue;
    throw new TaskError(
      `The payments of ${code} add up to ${found} wei, and the last of them says ${total}: the endpoint left something out. ` +
        "Try another one. Nothing was sent.",
    );
  }
  return paid;
}

async function payersOf(
  sale: Sale,
  since: Searched | null,
  after: number,
  head: number,
): Promise<string[]> {
  const known = since === null ? [sale.record.arguments.owner] : Object.keys(since.payers);
  const event = sale.ticket.interface.getEvent("OwnershipTransferred");
  const filter = { address: sale.record.address, topics: [event.topicHash] };
  const { logs } = await readLogs(sale, filter, { from: after + 1, to: head });
  const owners = logs.map((log) => sale.ticket.interface.parseLog(log)?.args.newOwner as string);
  return [...new Set([...known, ...owners])].filter((owner) => BigInt(owner) !== 0n);
}

async function countAt(sale: Sale, from: string, block: number): Promise<number> {
  try {
    return Number(await sale.request("eth_getTransactionCount", [from, toQuantity(block)]));
  } catch (error) {
    if (error instanceof TaskError) throw error;
    throw new TaskError(
      `The endpoint does not tell how much ${from} had sent by block ${block} (${describeError(error)}). ` +
        "To find earlier payments takes one that keeps old state (an archive node). Nothing was sent.",
    );
  }
}

/** @returns what the account sent with nonces `first` to `end - 1`, each of which stands in a block after `from`, up to `to` */
async function sentBy(
  sale: Sale,
  from: string,
  blocks: { readonly from: number; readonly to: number },
  { first, end }: { readonly first: number; readonly end: number },
  known: readonly string[],
): Promise<RpcTransaction[]> {
  const byNonce = new Map<number, RpcTransaction>();
  const take = (sent: RpcTransaction | null) => {
    if (sent === null || sent.blockNumber === null || getAddress(sent.from) !== from) return;
    const nonce = Number(sent.nonce);
    if (Number(sent.blockNumber) <= blocks.to && nonce >= first) byNonce.set(nonce, sent);
  };
  if (end > first) for (const hash of known) take(await transaction(sale, hash));

  const isExplained = (low: number, high: number) => {
    for (let nonce = low; nonce < high; nonce += 1) if (!byNonce.has(nonce)) return false;
    return true;
  };
  /** Between the blocks `low` and `high`, at which so many were sent. */
  const search = async (low: number, high: number, before: number, by: number): Promise<void> => {
    if (isExplained(before, by)) return;
    if (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const count = await countAt(sale, from, middle);
      await search(low, middle, before, count);
      return await search(middle, high, count, by);
    }
    const block = (await sale.request("eth_getBlockByNumber", [toQuantity(high), true])) as {
      readonly transactions: readonly RpcTransaction[];
    } | null;
    const all = block?.transactions ?? [];
    for (const { hash, from: by } of all) {
      if (getAddress(by) === from) take(await transaction(sale, hash));
    }
    // An account that delegates to a contract (EIP-7702) has used a nonce for that, in a transaction that any account can send.
    if (isExplained(before, by) || all.some(({ authorizationList }) => authorizationList?.length)) {
      return;
    }
    throw new TaskError(
      `Block ${high} has ${by - before} transactions of ${from}, and the endpoint does not show all of them. Nothing was sent.`,
    );
  };
  await search(blocks.from, blocks.to, first, end);
  return [...byNonce.values()];
}

async function transaction(sale: Sale, hash: string): Promise<RpcTransaction | null> {
  return (await sale.request("eth_getTransactionByHash", [hash])) as RpcTransaction | null;
}

async function paymentOf(sale: Sale, sent: RpcTransaction): Promise<Payment | null> {
  const payout = readPayout(sale.record.address, sent.input);
  if (payout === null || sent.to === null) return null;
  const receipt = (await sale.request("eth_getTransactionReceipt", [sent.hash])) as {
    readonly status: string;
    readonly blockNumber: string;
  } | null;
  if (receipt === null) {
    throw new TaskError(`${sent.hash} is in a block, and the endpoint has no receipt of it.`);
  }
  if (Number(receipt.status) !== 1) return null;
  return {
    ...payout,
    to: getAddress(sent.to),
    wei: BigInt(sent.value),
    from: getAddress(sent.from),
    nonce: Number(sent.nonce),
    block: Number(receipt.blockNumber),
    hash: sent.hash,
  };
}
