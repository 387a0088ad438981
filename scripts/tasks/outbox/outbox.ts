import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { parseGwei } from "../cli/amounts.ts";
import { confirm } from "../cli/confirm.ts";
import { withLinks } from "../cli/explorer.ts";
import { TaskError } from "../cli/task.ts";
import { workAlone } from "../machine/one-at-a-time.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import { type Sale, type SaleOptions, withSale } from "../record/sale.ts";
import { cancelPending } from "./cancel-pending.ts";
import { type Change, labelled, type Sending } from "./change.ts";
import { emergencyOf, type Place, type Urgent } from "./emergency.ts";
import { closeNotes } from "./notes.ts";
import { settlePending } from "./pending-calls.ts";
import { quote } from "./quote.ts";
import { proposeToSafe } from "./safe/safe-proposal.ts";
import type { Call } from "./safe/safe-transaction.ts";
import { findSender, type Role } from "./sender.ts";
import { addressOf, DRY_RUN_ENDS, printCalls, showCalls } from "./shown-calls.ts";
import { submitAtOnce, submitInTurn } from "./submit.ts";
import { assertSaysWhatWasAsked } from "./ticket-call.ts";

export interface SendArguments {
  readonly yes: boolean;
  readonly speedUp?: boolean;
  readonly cancel?: boolean;
  /** Gwei. */
  readonly maxFee?: string | undefined;
  readonly dryRun?: boolean;
}

export interface Outgoing {
  readonly sender: Role;
  /** The contract's address; `Ticket` by default. */
  readonly contract?: string | undefined;
  isAsked(data: string): boolean;
  /** Set for a call that can't wait for pending transactions or a low fee. */
  readonly urgent?: Pick<Urgent, "data" | "undoneBy"> | undefined;
  /**
   * Runs once the sender has no pending transaction, or at once for an urgent call.
   * @returns `null` if there is nothing to do
   */
  change(place: Place | null): Promise<Change | null>;
  /** Runs at the end, also if there was nothing to do. */
  after?(): Promise<void>;
}

/**
 * Opens the sale and sends every task's calls. If the owner is a Safe, writes files to sign. If the
 * owner is another contract, prints the calls.
 * @param ask resolves with `null` if there is nothing to do
 */
export async function sendTask(
  hre: HardhatRuntimeEnvironment,
  { dryRun, ...args }: SendArguments,
  ask: (sale: Sale) => Promise<Outgoing | null>,
  options: Omit<SaleOptions, "dryRun"> = {},
): Promise<void> {
  const run = async (sale: Sale) => {
    const outgoing = await ask(sale);
    if (outgoing === null) return;
    await sendOut(sale, outgoing, args);
    await outgoing.after?.();
  };
  await withSale(hre, run, { ...options, dryRun });
}

async function sendOut(
  sale: Sale,
  { sender, contract = sale.record.address, isAsked, urgent, change: make }: Outgoing,
  { yes, speedUp = false, cancel = false, maxFee: text }: Omit<SendArguments, "dryRun">,
): Promise<void> {
  const { address: from } = sender;
  const maxFee = text === undefined ? null : parseGwei("--max-fee", text);
  const sending = { sender, contract, yes, maxFee, replaces: null, emergency: null };
  if (urgent !== undefined && !cancel) {
    const emergency = await emergencyOf(sale, { from, speedUp, ...urgent });
    const change = await make(emergency.place);
    if (change !== null) await send(sale, change, { ...sending, emergency });
    return;
  }
  await sendingAlone(sale, from, async () => {
    if (cancel) return await cancelPending(sale, { sender, yes, maxFee });
    const replaces = await settlePending(sale, { from, contract, isAsked, speedUp });
    const change = await make(null);
    if (change !== null) await send(sale, change, { ...sending, replaces });
    // A local chain that starts again has the same addresses, and would meet old notes.
    else if (!sale.dryRun) await closeNotes(sale, from);
  });
}

/** The lock's name: two tasks at once could use the same nonce. */
export function senderName({ chainId }: Pick<Sale, "chainId">, from: string): string {
  return `sends from ${from} on chain ${chainId}, as ${stateDirectory()} tells`;
}

async function sendingAlone(sale: Sale, from: string, use: () => Promise<void>): Promise<void> {
  if (sale.dryRun) return await use();
  const release = await workAlone(
    senderName(sale, from),
    `Another task on this machine is sending from ${from} on ${sale.network}. Run this again when it has ended. Nothing was sent.`,
  );
  try {
    await use();
  } finally {
    await release();
  }
}

async function send(sale: Sale, change: Change, sending: Sending): Promise<void> {
  const { contract, emergency } = sending;
  const title = `${change.title} (${sale.network}, ${contract})`;
  console.log(withLinks(sale.network, [title, ...change.lines].join("\n")));
  for (const call of change.calls) assertSaysWhatWasAsked(call);

  const sender = await findSender(sale, sending.sender);
  if (sale.dryRun) {
    await showCalls(sale, change, sender, contract);
    if (change.prepares !== true) {
      await quote(sale, change, sending, addressOf(sender), sender.kind === "account");
    }
    console.log(DRY_RUN_ENDS);
    return;
  }
  const calls: Call[] = change.calls.map((call) => ({ to: contract, ...call }));
  if (sender.kind === "safe") return await proposeToSafe(sale, change, calls, sender);
  if (sender.kind === "contract") return printCalls(sale, calls, sender);
  if (change.prepares === true) {
    throw new TaskError(
      `The ${sender.role} ${sender.address} is an account, so nothing has to be prepared: on the day, run the command without --prepare.`,
    );
  }

  const { signer } = sender;
  if (signer === null) throw new Error("Only a dry run has no signer");
  const from = labelled("from", `${signer.address}, the ${sender.role} (${signer.by})`);
  console.log(withLinks(sale.network, from));
  const quoted = await quote(sale, change, sending, signer.address);
  if (sale.live) await confirmChange(change, sending.yes);
  const receipts = emergency
    ? await submitAtOnce(sale, change, sending, emergency, signer, quoted)
    : await submitInTurn(sale, change, sending, signer, quoted);
  const mismatch = await patiently(sale, () => change.mismatch(receipts));
  if (mismatch !== null) throw new TaskError(`Sent (${receipts.at(-1)?.hash}), but ${mismatch}`);
  await closeNotes(sale, signer.address);
  console.log(withLinks(sale.network, change.report(receipts)));
}

async function confirmChange({ unusual }: Change, yes: boolean): Promise<void> {
  if (unusual !== undefined && yes) {
    throw new TaskError(
      `${unusual.what}, so --yes is not enough: run the command in a terminal, without --yes. Nothing was sent.`,
    );
  }
  await confirm(unusual?.word ?? "yes", yes);
}

const READ_BACK_TRIES = 5;
const READ_BACK_PAUSE_MS = 1_000;

/** Repeats the read, because several nodes may serve one URL and one may lack the block. */
async function patiently(
  sale: Sale,
  mismatch: () => Promise<string | null>,
): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    const found = await mismatch();
    if (found === null || tries === READ_BACK_TRIES) return found;
    await new Promise((resolve) => setTimeout(resolve, READ_BACK_PAUSE_MS));
    await sale.renew();
  }
}
