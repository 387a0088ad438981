import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import type { TransactionReceipt } from "ethers";
import type { Sale } from "../record/sale.ts";
import { confirm } from "../send/confirm.ts";
import {
  assertAffordable,
  assertWithinCap,
  costNow,
  currentFees,
  type Fees,
} from "../send/fees.ts";
import { minedReceipt } from "../send/mined-receipt.ts";
import { type Call, findSafe, writeSafeBatch } from "../send/safe.ts";
import { assertSaysWhatWasAsked, callText, type TicketCall } from "../send/ticket-call.ts";
import { eth, grouped, gwei, roughEth } from "../shared/amounts.ts";
import { TaskError } from "../shared/task-action.ts";

/** What the owner is about to change: shown before, sent, and read back after. */
export interface OwnerChange extends TicketCall {
  /** The task's name, as in "set-price". */
  readonly name: string;
  /** As in "Set the price of a ticket". */
  readonly title: string;
  /** What changes, as text: label, value on chain now, value afterwards. */
  readonly changes: readonly (readonly [label: string, before: string, after: string])[];
  /** What can't be undone, or is easily overlooked. */
  readonly warnings?: readonly string[];
  /** Who has to send it: the owner, unless said otherwise. */
  readonly sender?: { readonly address: string; readonly role: string };
  /** @returns what is on chain after it, in the order of `changes` */
  readBack(receipt: TransactionReceipt): Promise<readonly string[]>;
}

/** Shows a change, asks on a live network, sends it and reads it back; for a Safe it writes what its owners sign. */
export async function applyOwnerChange(
  sale: Sale,
  change: OwnerChange,
  { yes }: { readonly yes: boolean },
): Promise<void> {
  console.log(`${change.title} (${sale.network}, ${sale.record.address})`);
  for (const [label, before, after] of change.changes) {
    console.log(`  ${label.padEnd(12)}${before} -> ${after}`);
  }
  for (const warning of change.warnings ?? []) console.log(`  Warning: ${warning}`);
  assertSaysWhatWasAsked(change);
  console.log(`  ${"call".padEnd(12)}${callText(change.data)}`);

  const call = { to: sale.record.address, data: change.data };
  const sender = await findSender(sale, change.sender);
  if (sender.kind === "safe") {
    const { safe } = sender;
    const file = await writeSafeBatch(sale, safe, change.name, change.title, [call]);
    console.log(
      `The ${sender.role} is a Safe (${safe.threshold} of ${safe.owners.length}): nothing was sent. ` +
        `Its owners load ${file} into the Safe's Transaction Builder and sign.`,
    );
    return;
  }

  const { gas, fees } = await quote(sale, sender.signer, call);
  console.log(
    `  ${"cost".padEnd(12)}${roughEth(costNow(gas, fees))} (${grouped(gas)} gas at a base fee of ${gwei(fees.baseFee)})`,
  );
  if (sale.live) await confirm("yes", yes);

  const receipt = await send(sale, sender.signer, call, gas, fees);
  const found = await readBack(change, receipt);
  const wrong = change.changes.findIndex(([, , after], i) => after !== found[i]);
  if (wrong >= 0) {
    const [label, , after] = change.changes[wrong] ?? [];
    throw new TaskError(
      `Sent (${receipt.hash}), but ${label} reads ${found[wrong]}, not ${after}. Look at it before you go on.`,
    );
  }
  console.log(
    `Done in block ${receipt.blockNumber} for ${roughEth(receipt.gasUsed * receipt.gasPrice)}: ${receipt.hash}`,
  );
}

export type Sender =
  | { readonly kind: "account"; readonly role: string; readonly signer: HardhatEthersSigner }
  | {
      readonly kind: "safe";
      readonly role: string;
      readonly safe: NonNullable<Awaited<ReturnType<typeof findSafe>>>;
    };

/** The owner as an account that signs here, or as a Safe; anybody else can't do it. */
export async function findSender(sale: Sale, wanted?: OwnerChange["sender"]): Promise<Sender> {
  const { address, role } = wanted ?? { address: await sale.ticket.owner(), role: "owner" };
  const safe = await findSafe(sale.provider, address);
  if (safe !== null) return { kind: "safe", role, safe };
  const signers = await sale.signers();
  const signer = signers.find((candidate) => candidate.address === address);
  if (signer !== undefined) return { kind: "account", role, signer };
  const own = signers[0]?.address;
  throw new TaskError(
    `Only the ${role} ${address} can do this, and ${own === undefined ? "there is no account here" : `this account is ${own}`}. ` +
      "Set DEPLOYER_PRIVATE_KEY to its key.",
  );
}

/** @returns the gas limit, with room for what changes meanwhile, and the fees; a call that can't succeed throws */
async function quote(
  sale: Sale,
  signer: HardhatEthersSigner,
  call: Call,
): Promise<{ gas: bigint; fees: Fees }> {
  const gas = await sale.provider.estimateGas({ ...call, from: signer.address });
  const fees = await currentFees(sale);
  assertWithinCap(sale, fees);
  const limit = gas + gas / 5n;
  assertAffordable(
    signer.address,
    await sale.provider.getBalance(signer.address),
    limit * fees.maxFeePerGas,
    eth,
  );
  return { gas, fees };
}

async function send(
  sale: Sale,
  signer: HardhatEthersSigner,
  call: Call,
  gas: bigint,
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
): Promise<TransactionReceipt> {
  const sent = await signer.sendTransaction({
    ...call,
    gasLimit: gas + gas / 5n,
    maxFeePerGas,
    maxPriorityFeePerGas,
  });
  if (sale.live) console.log(`Sent ${sent.hash}, waiting for it to be mined.`);
  return await minedReceipt(sale, sent);
}

const READ_BACK_TRIES = 5;
const READ_BACK_PAUSE_MS = 1_000;

/** Behind one URL there may be several nodes, and the one that answers may not have the block yet. */
async function readBack(
  change: OwnerChange,
  receipt: TransactionReceipt,
): Promise<readonly string[]> {
  for (let tries = 1; ; tries++) {
    const found = await change.readBack(receipt);
    if (tries === READ_BACK_TRIES || change.changes.every(([, , after], i) => after === found[i])) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, READ_BACK_PAUSE_MS));
  }
}
