import { isError, type TransactionReceipt, type TransactionResponse } from "ethers";
import type { Sale } from "../record/sale.ts";
import { TaskError } from "../shared/task-action.ts";

/**
 * Waits until what was sent is mined, and until every endpoint that is asked says so alike.
 * @throws a `TaskError` if it was reverted
 */
export async function minedReceipt(
  sale: Sale,
  sent: TransactionResponse,
): Promise<TransactionReceipt> {
  const first = await sent.wait().catch((error: unknown) => {
    if (isError(error, "CALL_EXCEPTION") && error.receipt) return error.receipt;
    throw error;
  });
  if (first === null) throw new TaskError(`${sent.hash} was not mined. Ask for it again later.`);
  await sale.refresh(first.blockNumber);
  const receipt = await sale.provider.getTransactionReceipt(sent.hash);
  if (receipt === null) throw new TaskError(`${sent.hash} was mined, and is gone. Look it up.`);
  if (receipt.status !== 1) {
    throw new TaskError(`${sent.hash} was mined and reverted: it changed nothing.`);
  }
  return receipt;
}
