import type {
  HardhatEthersProvider,
  HardhatEthersSigner,
} from "@nomicfoundation/hardhat-ethers/types";
import { toQuantity } from "ethers";
import type { Sale } from "../record/sale.ts";
import { assertWithinCap, currentFees, type Fees, limited, replacing } from "../send/fees.ts";
import { minedReceipt } from "../send/mined-receipt.ts";
import { pendingOf } from "../send/pending-calls.ts";
import { showProgress } from "../shared/table.ts";
import { TaskError } from "../shared/task-action.ts";
import { payoutData } from "./payout-call.ts";
import { type OpenPayment, type PayoutJournal, writeJournal } from "./payout-journal.ts";
import type { DuePayment } from "./payout-plan.ts";
import type { SettledPayouts } from "./settled-payouts.ts";

/** Gas that a payment may take: a contract that is paid could use more, at the payer's cost. */
export const MOST_GAS = 100_000n;
/** An endpoint's pool keeps 16 of an account for certain. */
const AT_ONCE = 10;

interface Paying {
  readonly signer: HardhatEthersSigner;
  readonly maxFee: bigint | null;
}

/**
 * Sends payments, some at a time, each noted before it is sent, with the nonce that it takes.
 * @throws a `TaskError` if the account has sent something since the chain was searched
 */
export async function sendPayments(
  sale: Sale,
  { journal, nextNonces }: SettledPayouts,
  due: readonly DuePayment[],
  paying: Paying,
): Promise<void> {
  const from = paying.signer.address;
  const next = await sale.provider.getTransactionCount(from, "pending");
  if (next !== nextNonces[from]) {
    throw new TaskError(
      `${from} has sent something else in the meantime: its next nonce is ${next}, and was ${nextNonces[from]}. ` +
        "Run this again. Nothing was sent.",
    );
  }
  let written = journal;
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const { maxFeePerGas, maxPriorityFeePerGas } = await feesNow(sale, paying.maxFee, null);
    const open = due.slice(at, at + AT_ONCE).map(
      (payment, i): OpenPayment => ({
        ...payment,
        ...{ from, nonce: next + at + i, hash: null, maxFeePerGas, maxPriorityFeePerGas },
      }),
    );
    written = { ...written, open: [...written.open, ...open] };
    await writeJournal(sale, written);
    written = await sendNoted(sale, written, open, paying);
    showProgress(Math.min(at + AT_ONCE, due.length), due.length, "payments");
  }
}

/**
 * Ends what an interrupted run began: a payment that no block has is waited for, or sent again with the same nonce, so that it
 * is paid once.
 */
export async function resendPayments(
  sale: Sale,
  { journal, waiting }: SettledPayouts,
  paying: Paying,
): Promise<void> {
  let written = journal;
  for (let at = 0; at < waiting.length; at += AT_ONCE) {
    const some = waiting.slice(at, at + AT_ONCE);
    const again: OpenPayment[] = [];
    for (const payment of some) {
      if (await isOnItsWay(sale, payment)) continue;
      const { maxFeePerGas, maxPriorityFeePerGas } = await feesNow(sale, paying.maxFee, payment);
      again.push({ ...payment, hash: null, maxFeePerGas, maxPriorityFeePerGas });
    }
    // What the first sending has left in a pool may be mined instead: its hash stays known.
    written = { ...written, open: [...written.open, ...again] };
    await writeJournal(sale, written);
    written = await sendNoted(sale, written, again, paying);
    const nonces = again.map(({ nonce }) => nonce);
    await mined(
      sale,
      some.filter(({ nonce }) => !nonces.includes(nonce)),
      paying,
    );
  }
}

/** Whether an endpoint has it, at a fee that a block would take now. */
async function isOnItsWay(sale: Sale, { hash, maxFeePerGas }: OpenPayment): Promise<boolean> {
  if (hash === null) return false;
  const found = await sale.request("eth_getTransactionByHash", [hash]);
  return found !== null && maxFeePerGas >= (await currentFees(sale)).baseFee;
}

/** @throws a `TaskError` if the account has anything pending but what is noted */
export async function assertNothingElsePending(
  sale: Sale,
  from: string,
  waiting: readonly OpenPayment[],
): Promise<void> {
  const { first, end, shown } = await pendingOf(sale, from);
  for (let nonce = first; nonce < end; nonce += 1) {
    const sent = shown.get(nonce);
    const noted = waiting.some(
      (payment) =>
        payment.nonce === nonce &&
        (sent === undefined || sent.input === payoutData(sale.record.address, payment)),
    );
    if (noted) continue;
    throw new TaskError(
      `${from} has a pending transaction, nonce ${nonce}, that is no payment this machine knows${sent === undefined ? "" : ` (${sent.hash})`}. ` +
        "Wait until it is mined, or take it back (ticket pause --cancel takes back all that is pending), " +
        "and run this again. Nothing was sent.",
    );
  }
}

async function feesNow(
  sale: Sale,
  maxFee: bigint | null,
  replaced: OpenPayment | null,
): Promise<Fees> {
  const fees = replacing(replaced, limited(await currentFees(sale), maxFee), maxFee);
  assertWithinCap(sale, fees);
  return fees;
}

async function sendNoted(
  sale: Sale,
  journal: PayoutJournal,
  payments: readonly OpenPayment[],
  paying: Paying,
): Promise<PayoutJournal> {
  const provider = paying.signer.provider as HardhatEthersProvider;
  let written = journal;
  const sent: OpenPayment[] = [];
  for (const payment of payments) {
    const hash = await send(sale, provider, payment);
    if (hash === null) continue;
    const open = written.open.map((one) => (one === payment ? { ...payment, hash } : one));
    written = { ...written, open };
    await writeJournal(sale, written);
    sent.push({ ...payment, hash });
  }
  await mined(sale, sent, paying);
  return written;
}

/** Waits until the nonces are used; whether by these payments is for the next look at the chain. */
async function mined(
  sale: Sale,
  payments: readonly OpenPayment[],
  { signer }: Paying,
): Promise<void> {
  const provider = signer.provider as HardhatEthersProvider;
  for (const { hash, from, nonce } of payments) {
    if (hash === null) continue;
    await minedReceipt(sale, { hash, from, nonce, provider }).catch(async (error: unknown) => {
      const count = await provider.getTransactionCount(from).catch(() => 0);
      if (count <= nonce) throw error;
    });
  }
}

/** @returns the hash, or `null` if its nonce is used by now: what used it is found in the chain */
async function send(
  sale: Sale,
  provider: HardhatEthersProvider,
  payment: OpenPayment,
): Promise<string | null> {
  const { from, to, wei, nonce, maxFeePerGas, maxPriorityFeePerGas } = payment;
  try {
    return await provider.send("eth_sendTransaction", [
      {
        from,
        to,
        value: toQuantity(wei),
        data: payoutData(sale.record.address, payment),
        nonce: toQuantity(nonce),
        gas: toQuantity(MOST_GAS),
        maxFeePerGas: toQuantity(maxFeePerGas),
        maxPriorityFeePerGas: toQuantity(maxPriorityFeePerGas),
      },
    ]);
  } catch (error) {
    if ((await provider.getTransactionCount(from)) > nonce) return null;
    throw error;
  }
}
