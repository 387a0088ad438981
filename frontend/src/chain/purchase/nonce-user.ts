import { toQuantity } from "ethers";
import { asCount } from "../rpc/answers.ts";
import { countCall, nonceUserIn } from "./chain-answers.ts";
import { REORG_BLOCKS, type Scope } from "./sale-search.ts";

/**
 * Finds the transaction that used a nonce. The binary search takes about twelve requests for one
 * day's blocks of Ethereum.
 * @param head a block at which the nonce is used
 * @returns its hash; `null` if the endpoint lacks the state of these blocks, or after a reorganisation
 */
export async function findNonceUser(
  { endpoint, pending: { buyer, sinceBlock }, signal }: Scope,
  nonce: number,
  head: number,
): Promise<string | null> {
  let [unused, used] = [Math.max(0, sinceBlock - REORG_BLOCKS), head];
  try {
    while (used - unused > 1) {
      const middle = Math.floor((unused + used) / 2);
      const count = await endpoint.request(countCall(buyer, toQuantity(middle)), asCount, signal);
      if (count > nonce) used = middle;
      else unused = middle;
    }
    const block = { method: "eth_getBlockByNumber", params: [toQuantity(used), true] };
    return await endpoint.request(block, (read) => nonceUserIn(read, buyer, nonce), signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
