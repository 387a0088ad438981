import { parseAddress } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import type { Unusual } from "../outbox/change.ts";
import { findSender } from "../outbox/sender.ts";
import type { Sale } from "../record/sale.ts";
import type { Owned } from "./owners-change.ts";

interface Payee {
  readonly address: string;
  readonly source: string;
}

/**
 * Never returns an address that only an endpoint returned.
 * @param yes on a live network, skips the question that shows the payee. The person must then type
 * the payee, or have its key on this machine
 */
export async function payeeOf(
  sale: Sale,
  owned: Owned,
  typed: string | null,
  yes: boolean,
): Promise<Payee> {
  if (typed !== null) return { address: typed, source: "typed" };
  const { treasury } = sale.record;
  if (treasury !== undefined) {
    const source = `treasury of deployments/${sale.network}/record.json`;
    const address = parseAddress(`The ${source}`, treasury);
    if (!(sale.live && yes)) return { address, source: `the ${source}` };
    throw new TaskError(
      `--yes skips the question that shows the payee. Name it: --to ${address} for the recorded treasury`,
    );
  }
  const owner = await owned.owner();
  const sender = await findSender(sale, owner);
  if (sender.kind === "account") {
    return { address: sender.address, source: "the owner, which signs" };
  }
  throw new TaskError(
    "Name the payee: --to 0xYourTreasury. One endpoint's word that the owner is a Safe is not enough to pay it.",
  );
}

/**
 * @param typed the text of `--to`
 * @returns why the address may be a mistake; empty for the recorded treasury
 */
export async function unusualPayee(
  { record, provider, network }: Sale,
  typed: string | undefined,
  payee: string,
): Promise<Unusual | undefined> {
  const { treasury } = record;
  if (typed === undefined || payee === treasury) return undefined;
  const [nonce, balance, code] = await Promise.all([
    provider.getTransactionCount(payee),
    provider.getBalance(payee),
    provider.getCode(payee),
  ]);
  const isUnused = nonce === 0 && balance === 0n && code === "0x";
  const reasons = [
    ...(treasury === undefined ? [] : [`is not the recorded treasury ${treasury}`]),
    ...(isUnused ? [`was never used on ${network}`] : []),
    ...(typed === payee ? [] : ["was typed without its checksum (the capitals)"]),
  ];
  if (reasons.length === 0) return undefined;
  return { what: `${payee} ${reasons.join(", and ")}`, word: `pay ${payee.slice(-6)}` };
}

/** Whether the record names the address, or this machine has its key. */
export async function isProven(sale: Sale, address: string): Promise<boolean> {
  const { arguments: initial, treasury } = sale.record;
  if ([initial.royaltyReceiver, treasury].includes(address)) return true;
  if (sale.dryRun) return address === (await sale.ticket.owner());
  return (await sale.signers()).some((signer) => signer.address === address);
}
