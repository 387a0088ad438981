import { toQuantity } from "ethers";
import { asCount } from "../rpc/answers.ts";
import type { Transport } from "../rpc/transport.ts";
import { asTransactions, type BlockTransaction, countCall } from "./chain-answers.ts";

/**
 * Finds the transaction that used a nonce, by a binary search over the account's transaction count. That takes about twelve
 * requests for a day of Ethereum's blocks.
 * @param after a block in which the nonce was not used @param until a block in which it was
 * @returns `null` if the chain was reorganised meanwhile
 * @throws if the endpoint has not kept the state of these blocks
 */
export async function findNonceUser(
  endpoint: Transport,
  account: string,
  nonce: number,
  after: number,
  until: number,
  signal: AbortSignal,
): Promise<BlockTransaction | null> {
  let [unused, used] = [after, until];
  while (used - unused > 1) {
    const middle = Math.floor((unused + used) / 2);
    const count = await endpoint.request(countCall(account, middle), asCount, signal);
    if (count > nonce) used = middle;
    else unused = middle;
  }
  const block = await endpoint.request(
    { method: "eth_getBlockByNumber", params: [toQuantity(used), true] },
    (result) => asTransactions(result, account),
    signal,
  );
  return block.find((transaction) => transaction.nonce === nonce) ?? null;
}
