import { id } from "ethers";
import { readLogs } from "../chain/logs.ts";
import { amountText } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import { assertOneFormat, type ListFormat, printList } from "../cli/listing.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { shownInput } from "../cli/visible-text.ts";
import { findSafe, type SafeAccount } from "../outbox/safe/safe.ts";
import { callOf } from "../outbox/safe/safe-builder-file.ts";
import { readSafeFiles, type SafeFile } from "../outbox/safe/safe-folder.ts";
import { hashLines } from "../outbox/safe/safe-proposal.ts";
import { type Call, type SafeHashes, safeHashes } from "../outbox/safe/safe-transaction.ts";
import { callText } from "../outbox/ticket-call.ts";
import { provenPayouts } from "../payouts/payouts-record.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { firstBlockSince } from "../sale/block-time.ts";

interface SafeFilesArguments extends ListFormat {
  readonly nonce: string | undefined;
}

const FIELDS =
  "file state title to valueWei calls nonce safeTxHash domainHash messageHash multiSend".split(" ");

interface Listed {
  readonly file: string;
  readonly state: string;
  readonly title: string | null;
  readonly to: readonly string[];
  readonly valueWei: readonly bigint[];
  readonly calls: readonly string[];
  readonly safe: string | null;
  readonly nonce: bigint | null;
  readonly hashes: SafeHashes | null;
}

export default (({ nonce: text, ...format }, hre) => {
  assertOneFormat(format);
  const nonce = text === undefined ? null : parseNonce(text);
  return withSale(hre, async (sale) => {
    const files = await readSafeFiles(sale);
    const executed = await readExecuted(sale, files);
    const found: Listed[] = [];
    for (const file of files) found.push(await describe(sale, file, nonce, executed));
    const listed = found.map((one) => withRivals(one, found));
    const payouts = await provenPayouts(sale);
    const known = new Map([[sale.record.address, "Ticket"]]);
    if (payouts !== null) known.set(payouts.address, "Payouts");
    printList(format, {
      rows: listed.map(({ hashes, ...one }) => ({ ...one, ...hashes })),
      fields: FIELDS,
      document: listed.map(({ safe: _, ...one }) => one),
      text: () => asText(sale, listed, known),
    });
  });
}) satisfies TaskAction<SafeFilesArguments>;

function asText(sale: Sale, listed: readonly Listed[], known: ReadonlyMap<string, string>): string {
  if (listed.length === 0) return `No file was written for a Safe on ${sale.network}.`;
  const linesOf = ({ file, state, title, calls, to, valueWei, nonce, hashes }: Listed) => [
    `${file}: ${state}`,
    ...(title === null ? [] : [`    ${title}`]),
    ...calls.map((call, i) => {
      const whom = `${to[i]} (${known.get(to[i] ?? "") ?? "another address"})`;
      const value = amountText(valueWei[i] ?? 0n, sale.currency);
      return withLinks(sale.network, `    to ${whom}, ${value}: ${call}`);
    }),
    ...(nonce === null ? [] : hashLines(hashes, nonce)),
  ];
  return listed.flatMap(linesOf).join("\n");
}

function parseNonce(text: string): bigint {
  if (!/^\d{1,15}$/.test(text)) {
    throw new TaskError(
      `--nonce must be the whole number that the Safe's app shows: ${shownInput(text)}`,
    );
  }
  return BigInt(text);
}

function withRivals(one: Listed, all: readonly Listed[]): Listed {
  const same = all.filter(({ nonce, safe }) => nonce === one.nonce && safe === one.safe);
  if (one.nonce === null || same.length === 1) return one;
  return {
    ...one,
    state: `${one.state}; only one of the ${same.length} files with nonce ${one.nonce} can be executed`,
  };
}

/** Safe 1.4.1 and later index the hash. */
const EXECUTION_SUCCESS = id("ExecutionSuccess(bytes32,uint256)");

async function readExecuted(sale: Sale, files: readonly SafeFile[]): Promise<ReadonlySet<string>> {
  /** Milliseconds, by Safe: the time of the oldest file whose nonce is used. */
  const since = new Map<string, number>();
  for (const { batch, nonce } of files) {
    if (batch === null) continue;
    const { createdFromSafeAddress: address } = batch.meta;
    const safe = await findSafe(sale.provider, address);
    if (safe === null || nonce >= safe.nonce) continue;
    since.set(address, Math.min(since.get(address) ?? batch.createdAt, batch.createdAt));
  }
  const hashes = new Set<string>();
  if (since.size === 0) return hashes;
  const head = Number(await sale.request("eth_blockNumber", []));
  for (const [address, time] of since) {
    const from = await firstBlockSince(sale, time / 1000, head);
    const filter = { address, topics: [EXECUTION_SUCCESS] };
    const { logs } = await readLogs(sale, filter, { from, to: head });
    for (const { topics, data } of logs) hashes.add(topics[1] ?? data.slice(0, 66));
  }
  return hashes;
}

async function describe(
  sale: Sale,
  file: SafeFile,
  wanted: bigint | null,
  executed: ReadonlySet<string>,
): Promise<Listed> {
  const { batch, problem } = file;
  const calls = (batch?.transactions ?? []).map(callOf);
  const listed = (state: string, signable?: Pick<Listed, "safe" | "nonce" | "hashes">): Listed => ({
    file: file.file,
    state,
    title: batch?.meta.name ?? null,
    to: calls.map(({ to }) => to),
    valueWei: calls.map(({ value = 0n }) => value),
    calls: calls.map(({ data }) => callText(data)),
    ...(signable ?? { safe: null, nonce: null, hashes: null }),
  });
  if (batch === null) return listed(problem ?? "");
  const safe = await findSafe(sale.provider, batch.meta.createdFromSafeAddress);
  if (safe === null) return listed("of a Safe that is not there");
  const executedAt = await nonceOf(sale, file, safe, calls, executed);
  if (executedAt !== null) return listed(`executed, with nonce ${executedAt}: not to be signed`);
  if (file.superseded) return listed("superseded, not to be signed");
  const nonce = wanted ?? (file.nonce > safe.nonce ? file.nonce : safe.nonce);
  const hashes = await safeHashes(sale.provider, sale.chainId, safe, nonce, calls);
  return listed(problem ?? stateOf(file, safe), { safe: safe.address, nonce, hashes });
}

async function nonceOf(
  sale: Sale,
  { nonce: written }: SafeFile,
  safe: SafeAccount,
  calls: readonly Call[],
  executed: ReadonlySet<string>,
): Promise<bigint | null> {
  for (let nonce = written; executed.size > 0 && nonce < safe.nonce; nonce += 1n) {
    const hashes = await safeHashes(sale.provider, sale.chainId, safe, nonce, calls);
    if (hashes !== null && executed.has(hashes.safeTxHash)) return nonce;
  }
  return null;
}

/** The Safe may have executed several files in one transaction. */
function stateOf({ nonce }: SafeFile, safe: SafeAccount): string {
  if (nonce >= safe.nonce) return "pending";
  return `pending with a later nonce, unless it was executed in another form (written at ${nonce}, the Safe's next is ${safe.nonce})`;
}
