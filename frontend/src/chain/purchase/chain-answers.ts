import { asCount, asData, asQuantity } from "../rpc/answers.ts";
import type { RpcCall, Transport } from "../rpc/transport.ts";

export type Receipt = NonNullable<ReturnType<typeof asReceipt>>;
export type Log = ReturnType<typeof asLogs>[number];

export function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase();
}

export function receiptCall(hash: string): RpcCall {
  return { method: "eth_getTransactionReceipt", params: [hash] };
}

export function transactionCall(hash: string): RpcCall {
  return { method: "eth_getTransactionByHash", params: [hash] };
}

export function countCall(account: string, block: string): RpcCall {
  return { method: "eth_getTransactionCount", params: [account, block] };
}

export function readReceipt(endpoint: Transport, hash: string, signal: AbortSignal) {
  return endpoint.request(receiptCall(hash), (result) => asReceipt(result, hash), signal);
}

/** @returns `null` if the receipt does not exist yet */
export function asReceipt(result: unknown, hash: string) {
  if (result === null) return null;
  const { status, blockNumber, transactionHash, to, logs } = fieldsOf(result);
  const all = asLogs(logs);
  const hashes = [asData(transactionHash), ...all.map((log) => log.transactionHash)];
  if (!hashes.every((one) => isSame(one, hash))) throw new TypeError("Another receipt");
  return {
    hash: hash.toLowerCase(),
    succeeded: asQuantity(status) === 1n,
    block: asCount(blockNumber),
    to: asRecipient(to),
    logs: all,
  };
}

/** `nonce` is `null` if another account sent the transaction. */
export function asTransaction(result: unknown, buyer: string) {
  if (result === null) return null;
  const { from, nonce, to } = fieldsOf(result);
  return { nonce: isSame(asData(from), buyer) ? asCount(nonce) : null, to: asRecipient(to) };
}

export function asLogs(result: unknown) {
  if (!Array.isArray(result)) throw new TypeError("Not a list of logs");
  return result.map((log: unknown) => {
    const { address, topics, data, transactionHash } = fieldsOf(log);
    if (!Array.isArray(topics)) throw new TypeError("Not a log");
    return {
      address: asData(address),
      topics: topics.map(asData),
      data: asData(data),
      transactionHash: asData(transactionHash),
    };
  });
}

/** @returns the hash of the block's transaction with the buyer's nonce */
export function nonceUserIn(block: unknown, buyer: string, nonce: number): string | null {
  const { transactions } = fieldsOf(block);
  if (!Array.isArray(transactions)) throw new TypeError("Not a block");
  const user = transactions.find((each) => asTransaction(each, buyer)?.nonce === nonce);
  return user === undefined ? null : asHash(user);
}

export function asHash(result: unknown): string {
  return asData(fieldsOf(result).hash);
}

/** `null` if the transaction created a contract. */
function asRecipient(to: unknown): string | null {
  return typeof to === "string" ? to.toLowerCase() : null;
}

function fieldsOf(result: unknown): Readonly<Record<string, unknown>> {
  return (result ?? {}) as Readonly<Record<string, unknown>>;
}
