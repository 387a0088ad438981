import { toQuantity } from "ethers";
import { asCount } from "../rpc/answers.ts";
import { asTransactions, type BlockTransaction, countCall } from "./chain-answers.ts";
import { REORG_BLOCKS, type Scope } from "./sale-search.ts";

/**
 * Finds the transaction that used a nonce. The binary search takes about twelve requests for one
 * day's blocks of Ethereum.
 * @param head a block at which the nonce is used
 * @returns `null` if the endpoint lacks the state of these blocks, or after a reorganisation
 */
export async function findNonceUser(
  { endpoint, pending: { buyer, sinceBlock }, signal }: Scope,
  nonce: number,
  head: number,
): Promise<BlockTransaction | null> {
  let [unused, used] = [Math.max(0, sinceBlock - REORG_BLOCKS), head];
  try {
    while (used - unused > 1) {
      const middle = Math.floor((unused + used) / 2);
      const count = await endpoint.request(countCall(buyer, middle), asCount, signal);
      if (count > nonce) used = middle;
      else unused = middle;
    }
    const block = { method: "eth_getBlockByNumber", params: [toQuantity(used), true] };
    const accept = (result: unknown) => asTransactions(result, buyer);
    const transactions = await endpoint.request(block, accept, signal);
    return transactions.find((transaction) => transaction.nonce === nonce) ?? null;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
