import { type TransactionReceipt, toQuantity } from "ethers";
import type { Endpoint } from "../chain/endpoint.ts";
import type { Sale } from "../record/sale.ts";
import type { Signer } from "../record/signer.ts";
import { amountText, grouped, gwei, plural, roughAmountText } from "../shared/amounts.ts";
import { withLinks } from "../shared/explorer.ts";
import { oneLine, TaskError } from "../shared/task-action.ts";
import { confirm } from "./confirm.ts";
import { printCalls } from "./contract-owner.ts";
import { addressOf, DRY_RUN_ENDS, showCalls } from "./dry-run.ts";
import { emergencyBudget, emergencyFees, type Place } from "./emergency.ts";
import {
  assertAffordable,
  assertWithinCap,
  costNow,
  currentFees,
  type Fees,
  limited,
  replacing,
} from "./fees.ts";
import { minedReceipt, Replaced } from "./mined-receipt.ts";
import { closeJournal, readNotes, writeNote } from "./notes.ts";
import type { Stuck } from "./pending-calls.ts";
import { proposeToSafe } from "./safe/safe-proposal.ts";
import type { Call } from "./safe/safe-transaction.ts";
import { findSender, type Role } from "./sender.ts";
import { assertSaysWhatWasAsked, callText, isCreation, type TicketCall } from "./ticket-call.ts";
import { handOver } from "./under-way.ts";

/** In the order of a change's calls, of which there is at least one. */
export type Receipts = readonly [TransactionReceipt, ...TransactionReceipt[]];

export interface Resumption {
  /** Pending transactions whose fees are too low: the first call takes the first one's nonce. */
  readonly replaces: Stuck | null;
  /** Whether a disk that takes no note is only worth a word: pausing a sale can't wait for one. */
  readonly isNoteOptional?: true;
}

/** A change that is more likely a slip than meant. */
export interface Unusual {
  /** As in "The new price is 1,000 times the present one". */
  readonly what: string;
  /** What has to be typed in place of "yes". */
  readonly word: string;
}

export interface Emergency {
  readonly place: Place;
  /** Looks again, after a block that has changed what is pending. */
  look(): Promise<Place>;
}

/** What a task is about to change on chain. */
export interface Change {
  /** The task's name, as in "set-price"; a Safe's files are named for it. */
  readonly name: string;
  /** As in "Set the price of a ticket". */
  readonly title: string;
  /** Shown below the title: what changes, warnings, the call. */
  readonly lines: readonly string[];
  /** Address of the contract that is called: `Ticket`, unless said otherwise. */
  readonly contract?: string;
  /** One transaction each, sent one after the other. */
  readonly calls: readonly TicketCall[];
  /** Who has to send them: the owner, unless said otherwise. */
  readonly sender?: Role | undefined;
  /**
   * Set it if the task goes on where an interrupted run stopped: each call is noted before it is sent, and takes a nonce
   * of its own. A task that doesn't look at the notes needs none, and no disk to write them to.
   */
  readonly resumes?: Resumption;
  /** Set if it can't wait for what is pending, nor for a fee below the cap. It is then one call. */
  readonly emergency?: Emergency | null | undefined;
  /** Set if `--yes` does not answer the question. */
  readonly unusual?: Unusual | undefined;
  /** Wei for one unit of gas, at most, below the network's own cap. */
  readonly maxFee?: bigint | null;
  /** Set it to write what a Safe signs later, or another contract calls, and to send nothing in any case. */
  readonly prepares?: boolean | undefined;
  /** Starts the reads of `mismatch`, which are then answered sooner. */
  readAhead?(): Promise<unknown>;
  /** Shows how far it is, after each of the calls is mined. */
  progress?(mined: number): void;
  /** @returns what the chain says in place of what was meant, as in "price reads 1, not 2"; `null` if all is as meant */
  mismatch(receipts: Receipts): Promise<string | null>;
  /** @returns the line that ends the task */
  report(receipts: Receipts): string;
}

interface Quoted {
  readonly data: string;
  readonly value: bigint;
  readonly gas: bigint;
  /** Whether it can be estimated only once the calls ahead of it are mined. */
  readonly isRough: boolean;
}

/**
 * The one way from a task to the chain: shows the change and its cost, asks on a live network, sends each call,
 * waits for its receipt, reads back, reports. For a Safe it writes the files that the Safe's owners sign
 * instead, and for another contract it prints the calls.
 */
export async function applyChange(
  sale: Sale,
  change: Change,
  { yes }: { readonly yes: boolean },
): Promise<void> {
  const title = `${change.title} (${sale.network}, ${contractOf(sale, change)})`;
  console.log(withLinks(sale.network, [title, ...change.lines].join("\n")));
  for (const call of change.calls) assertSaysWhatWasAsked(call);

  const sender = await findSender(sale, change.sender);
  if (sale.dryRun) {
    await showCalls(sale, change, sender);
    if (change.prepares !== true) {
      // For a Safe and any other contract, the account that executes the call pays.
      await quote(sale, change, addressOf(sender), { pays: sender.kind === "account" });
    }
    console.log(DRY_RUN_ENDS);
    return;
  }
  if (sender.kind === "safe") {
    return await proposeToSafe(sale, { ...change, calls: addressed(sale, change) }, sender);
  }
  if (sender.kind === "contract") return printCalls(sale, addressed(sale, change), sender);
  if (change.prepares === true) {
    throw new TaskError(
      `The ${sender.role} ${sender.address} is an account, which needs no preparation: on the day, run it without --prepare.`,
    );
  }

  const { signer } = sender;
  if (signer === null) throw new Error("Only a dry run has no signer");
  const from = labelled("from", `${signer.address}, the ${sender.role} (${sender.by})`);
  console.log(withLinks(sale.network, from));
  const quoted = await quote(sale, change, signer.address);
  if (sale.live) await confirmChange(change, yes);
  const receipts = change.emergency
    ? await sendAtOnce(sale, change, change.emergency, signer, quoted)
    : await send(sale, change, signer, quoted);
  const mismatch = await patiently(sale, () => change.mismatch(receipts));
  if (mismatch !== null) throw new TaskError(`Sent (${receipts.at(-1)?.hash}), but ${mismatch}`);
  if (change.resumes !== undefined) await closeJournal(sale, signer.address);
  console.log(withLinks(sale.network, change.report(receipts)));
}

async function confirmChange({ unusual }: Change, yes: boolean): Promise<void> {
  if (unusual !== undefined && yes) {
    throw new TaskError(
      `${unusual.what}, which --yes does not answer: run it in a terminal, without --yes. Nothing was sent.`,
    );
  }
  await confirm(unusual?.word ?? "yes", yes);
}

/** @returns a line below a task's title */
export function labelled(label: string, text: string): string {
  return `  ${label.padEnd(12)}${text}`;
}

/** With room for a fifth more, what a transaction may take on Ethereum (EIP-7825). */
const MOST_GAS = 13_900_000n;

interface Quote {
  readonly calls: readonly Quoted[];
  readonly fees: Fees;
}

/** Shows the cost. @returns the calls with their gas, and the fees; throws if a call can't succeed or be paid for */
async function quote(
  sale: Sale,
  change: Change,
  from: string,
  { pays = true }: { readonly pays?: boolean } = {},
): Promise<Quote> {
  const replaces = change.resumes?.replaces ?? null;
  const reading = Promise.all([currentFees(sale), sale.provider.getBalance(from)]);
  reading.catch(() => {});
  const symbol = (wei: bigint) => amountText(wei, sale.currency);
  const value = change.calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n);
  if (pays && value > 0n) {
    // An endpoint estimates nothing that the account can't pay, and names neither sum.
    assertAffordable(from, (await reading)[1], value, symbol);
  }
  const calls: Quoted[] = [];
  for (const call of change.calls) {
    const { data, value = 0n, gas = await estimate(sale, change, call, from) } = call;
    calls.push({ data, value, gas, isRough: call.gas !== undefined });
  }
  const gas = calls.reduce((sum, call) => sum + call.gas, 0n);
  const { maxFee = null, emergency } = change;
  const [now, balance] = await reading;
  const fees = emergency
    ? urgentFees(sale, emergency.place, now, maxFee, gas, pays ? balance : null)
    : replacing(replaces, limited(now, maxFee), maxFee);
  if (!emergency) assertWithinCap(sale, fees, change.maxFee);
  if (replaces !== null) {
    console.log(labelled("replaces", "what is pending, at a higher fee"));
  }
  const transactions = calls.length === 1 ? "" : `${plural(calls.length, "transaction")}, `;
  console.log(
    labelled(
      "cost",
      `${roughAmountText(costNow(gas, fees), sale.currency)} (${transactions}${grouped(gas)} gas at a base fee of ${gwei(fees.baseFee)})`,
    ),
  );
  if (emergency) console.log(labelled("nonce", emergency.place.why));
  if (emergency && sale.feeCap !== undefined && fees.maxFeePerGas > sale.feeCap) {
    const most = roughAmountText(withRoom(gas) * fees.maxFeePerGas, sale.currency);
    console.log(
      labelled("emergency", `above the cap of ${gwei(sale.feeCap)}: it may cost up to ${most}`),
    );
  }
  if (!pays) return { calls, fees };
  const needed =
    calls.reduce((sum, call) => sum + call.value + withRoom(call.gas) * fees.maxFeePerGas, 0n) *
    BigInt(emergency?.place.nonces.length ?? 1);
  assertAffordable(from, balance, needed, symbol);
  return { calls, fees };
}

function urgentFees(
  sale: Sale,
  { nonces, replaced }: Place,
  now: Fees,
  maxFee: bigint | null,
  gas: bigint,
  balance: bigint | null,
): Fees {
  const each = withRoom(gas);
  const affordable = balance === null ? null : balance / (each * BigInt(nonces.length));
  return emergencyFees(sale, now, replaced, emergencyBudget(sale, maxFee), each, affordable);
}

/** Signs one call, notes it, and hands it to the endpoints. @returns its hash, once one of them has taken it */
async function sendOne(
  sale: Sale,
  { resumes, ...change }: Change,
  signer: Signer,
  { data, value, gas }: Quoted,
  nonce: number,
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
  endpoints: readonly Endpoint[],
): Promise<string> {
  const from = signer.address;
  const note = async (hash: string | null) => {
    if (resumes === undefined) return;
    const fees = {
      maxFeePerGas: maxFeePerGas.toString(),
      maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
    };
    await writeNote(sale, { from, nonce, data, hash, ...fees }).catch((error: unknown) => {
      if (!resumes.isNoteOptional) throw error;
      console.error(`Warning: what is sent can't be noted on this machine: ${oneLine(error)}`);
    });
  };
  const signed = await signer.sign({
    ...recipient(sale, change, data),
    data,
    value: toQuantity(value),
    nonce: toQuantity(nonce),
    gas: toQuantity(withRoom(gas)),
    maxFeePerGas: toQuantity(maxFeePerGas),
    maxPriorityFeePerGas: toQuantity(maxPriorityFeePerGas),
  });
  await note(signed.hash);
  const hash = await handOver(sale, signed, { from, nonce }, endpoints);
  if (signed.hash === null) await note(hash);
  return hash;
}

const MOST_PLACES = 3;

/**
 * Hands a call to every endpoint at once, and offers more, or looks for another place, until it is mined: a block may take
 * what was to be replaced, and an endpoint may hide what is offered for it.
 */
async function sendAtOnce(
  sale: Sale,
  change: Change,
  emergency: Emergency,
  signer: Signer,
  { calls: [call], fees: offered }: Quote,
): Promise<Receipts> {
  if (call === undefined) throw new Error("An emergency without a call");
  const from = signer.address;
  const { most } = emergencyBudget(sale, change.maxFee ?? null);
  let { place } = emergency;
  let fees = offered;
  for (let places = 1; ; ) {
    try {
      const sent = await Promise.all(
        place.nonces.map(async (nonce) => {
          const hash = await sendOne(sale, change, signer, call, nonce, fees, sale.endpoints);
          const said = `Sent ${hash}, nonce ${nonce}, waiting for it to be mined.`;
          console.log(withLinks(sale.network, said));
          return { hash, from, nonce };
        }),
      );
      const settled = await Promise.allSettled(
        sent.map((one) =>
          minedReceipt(sale, one, sale.endpoints, () => readAhead(sale, change, from)),
        ),
      );
      const [first, ...others] = settled.flatMap((one) =>
        one.status === "fulfilled" ? [one.value] : [],
      );
      if (first !== undefined) return [first, ...others];
      throw (settled[0] as PromiseRejectedResult).reason;
    } catch (error) {
      const raised = replacing(fees, fees);
      if (
        /underpriced/i.test(oneLine(error)) &&
        raised.maxFeePerGas <= (most ?? raised.maxFeePerGas)
      ) {
        fees = raised;
        continue;
      }
      const isTaken =
        error instanceof Replaced || /nonce.*too low|nonce.*used/i.test(oneLine(error));
      if (!isTaken || places === MOST_PLACES) throw error;
      console.error("A block took the nonce first. Looking for the next one.");
      await sale.refresh();
      place = await emergency.look();
      places += 1;
    }
  }
}

async function send(
  sale: Sale,
  change: Change,
  signer: Signer,
  { calls, fees }: Quote,
): Promise<Receipts> {
  const { resumes, progress } = change;
  const from = signer.address;
  // By the agreed block: one endpoint can't have a later one signed, and keep it. What is pending has that nonce too, so
  // that the chain takes one of the two.
  let nonce = resumes?.replaces?.nonce ?? (await sale.provider.getTransactionCount(from));
  const noted = new Set((await readNotes(sale, from)).map(({ hash }) => hash));
  const receipts: TransactionReceipt[] = [];
  for (const call of calls) {
    if (receipts.length > 0) {
      // A pause takes a nonce beside this run.
      nonce = Math.max(nonce + 1, await sale.provider.getTransactionCount(from));
      await assertFree(sale, from, nonce, noted);
    }
    const gas = call.isRough ? await estimate(sale, change, call, from) : call.gas;
    const hash = await sendOne(sale, change, signer, { ...call, gas }, nonce, fees, [
      sale.endpoints[0],
    ]);
    if (sale.live && progress === undefined) {
      console.log(withLinks(sale.network, `Sent ${hash}, waiting for it to be mined.`));
    }
    noted.add(hash);
    const sent = { hash, from, nonce };
    const [endpoint] = sale.endpoints;
    receipts.push(await minedReceipt(sale, sent, [endpoint], () => readAhead(sale, change, from)));
    progress?.(receipts.length);
  }
  const [first, ...others] = receipts;
  if (first === undefined) throw new Error("A change without a call");
  return [first, ...others];
}

/** Starts what is read once all is mined. */
function readAhead(sale: Sale, change: Change, from: string): void {
  // Without a second endpoint, each answer is as new as its question, and none is kept.
  if (!sale.checked) return;
  void Promise.allSettled([change.readAhead?.(), sale.provider.getTransactionCount(from)]);
}

/** @param known hashes of what was noted before this run, or by it */
async function assertFree(
  sale: Sale,
  from: string,
  nonce: number,
  known: ReadonlySet<string | null>,
): Promise<void> {
  const notes = await readNotes(sale, from);
  const other = notes.findLast((note) => note.nonce === nonce && !known.has(note.hash));
  if (other === undefined) return;
  throw new TaskError(
    `Another task of this machine has sent ${callText(other.data)} (${other.hash}) with the next nonce, ${nonce}, so this one stops here. ` +
      "Run the same command again once that is mined: it goes on from what is on chain.",
  );
}

function contractOf({ record }: Sale, { contract = record.address }: Change): string {
  return contract;
}

function addressed(sale: Sale, change: Change): Call[] {
  const to = contractOf(sale, change);
  return change.calls.map((call) => ({ to, ...call }));
}

interface EstimatedCall {
  readonly to?: string;
  readonly data: string;
  readonly from: string;
  /** Wei, hexadecimal. */
  readonly value: string;
}

/** Of the newest block: on top of what is pending, a replacement would find its own work done, and be cheaper. */
export function askEstimate(
  sale: Pick<Sale, "request">,
  { to, data, from, value }: EstimatedCall,
): Promise<unknown> {
  const call = { ...(to !== undefined && { to }), data, from, value };
  return sale.request("eth_estimateGas", [call, "latest"]);
}

/** @returns gas; throws what the contract answers if it refuses the call */
async function estimate(
  sale: Sale,
  change: Change,
  { data, value = 0n }: Pick<TicketCall, "data" | "value">,
  from: string,
): Promise<bigint> {
  const call = { ...recipient(sale, change, data), data, from, value: toQuantity(value) };
  const gas = BigInt(String(await askEstimate(sale, call)));
  // The endpoint names any figure, and it is what the transaction may burn.
  if (gas > MOST_GAS) {
    throw new TaskError(
      `The endpoint wants ${grouped(gas)} gas for one call, more than the ${grouped(MOST_GAS)} that a transaction may take. ` +
        "Nothing was sent. Ask another endpoint.",
    );
  }
  return gas;
}

function recipient(sale: Sale, change: Change, data: string): { readonly to?: string } {
  return isCreation(data) ? {} : { to: contractOf(sale, change) };
}

/** What the gas of a call may grow by before it is mined. */
function withRoom(gas: bigint): bigint {
  return gas + gas / 5n;
}

const READ_BACK_TRIES = 5;
const READ_BACK_PAUSE_MS = 1_000;

/** There may be several nodes behind one URL, and the one that answers may not have the block yet. */
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
