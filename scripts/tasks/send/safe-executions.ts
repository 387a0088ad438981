import { Interface, id } from "ethers";
import { readLogs } from "../record/logs.ts";
import type { Sale } from "../record/sale.ts";
import { TaskError } from "../shared/task-action.ts";
import type { SafeAccount } from "./safe.ts";
import { type Call, callsOf, type SafeTransaction, safeTxHash } from "./safe-transaction.ts";

/** Calls that a Safe has made, all of them or none. */
export interface SafeExecution {
  readonly hash: string;
  readonly block: number;
  readonly calls: readonly Call[];
}

const EXECUTIONS = new Interface([
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
]);
const EXEC_TRANSACTION = "6a761202";
/** Its first word is the Safe's hash of the transaction: a topic from version 1.4 on, data before. */
export const EXECUTION_SUCCESS = id("ExecutionSuccess(bytes32,uint256)");

/**
 * Finds what a Safe has executed in the blocks `from` to `to`, by its events. What a transaction says that it executes counts
 * if the Safe's event names its hash, through whatever contract it came.
 * @param isWanted which calls are looked for
 * @throws a `TaskError` for an execution with `mark` in it that can't be read
 */
export async function safeExecutions(
  sale: Sale,
  safe: SafeAccount,
  { from, to }: { readonly from: number; readonly to: number },
  { isWanted, mark }: { isWanted(call: Call): boolean; readonly mark: string },
): Promise<SafeExecution[]> {
  const { logs } = await readLogs(
    sale,
    { address: safe.address, topics: [EXECUTION_SUCCESS] },
    { from, to },
  );
  const named = new Map<string, { readonly block: number; readonly safeTxHashes: string[] }>();
  for (const { transactionHash, blockNumber, topics, data } of logs) {
    const entry = named.get(transactionHash) ?? { block: Number(blockNumber), safeTxHashes: [] };
    entry.safeTxHashes.push(topics[1] ?? data.slice(0, 66));
    named.set(transactionHash, entry);
  }
  const found: SafeExecution[] = [];
  for (const [hash, { block, safeTxHashes }] of named) {
    const sent = (await sale.request("eth_getTransactionByHash", [hash])) as {
      readonly input: string;
    } | null;
    if (sent === null) throw new TaskError(`The endpoint does not have ${hash}. Try another one.`);
    if (!sent.input.includes(mark)) continue;
    const executed = executionsIn(sent.input).filter((one) => {
      const at = eventOf(sale, safe, one, safeTxHashes);
      if (at < 0) return false;
      safeTxHashes.splice(at, 1);
      return true;
    });
    const calls = executed.flatMap(callsOf).filter(isWanted);
    if (calls.length === 0) {
      throw new TaskError(
        `${hash} seems to hold payments of the Safe ${safe.address}, and can't be read. Nothing was sent.`,
      );
    }
    found.push({ hash, block, calls });
  }
  return found;
}

/**
 * @returns which of the Safe's events is of this transaction, whatever nonce it had; -1 for none. A transaction can stand twice
 * in the data, and be executed once.
 */
function eventOf(
  { chainId }: Sale,
  { address, nonce: next }: SafeAccount,
  transaction: SafeTransaction,
  safeTxHashes: readonly string[],
): number {
  for (let nonce = next - 1n; nonce >= 0n; nonce -= 1n) {
    const at = safeTxHashes.indexOf(safeTxHash({ chainId, address }, transaction, nonce));
    if (at >= 0) return at;
  }
  return -1;
}

/** @returns the Safe's transactions in the data of another: it may come through a relay, or in a bundle */
function executionsIn(input: string): SafeTransaction[] {
  const found: SafeTransaction[] = [];
  const hex = input.slice(2);
  for (
    let at = hex.indexOf(EXEC_TRANSACTION);
    at >= 0;
    at = hex.indexOf(EXEC_TRANSACTION, at + 1)
  ) {
    try {
      const [to, value, data, operation, ...rest] =
        EXECUTIONS.parseTransaction({ data: `0x${hex.slice(at)}` })?.args ?? [];
      const [safeTxGas, baseGas, gasPrice, gasToken, refundReceiver] = rest;
      found.push({
        ...{ to, value, data, operation: Number(operation) },
        ...{ safeTxGas, baseGas, gasPrice, gasToken, refundReceiver },
      });
    } catch {
      // These bytes are something else.
    }
  }
  return found;
}
