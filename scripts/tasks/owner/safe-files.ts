import { csvLine } from "../affiliates/csv.ts";
import { provenPayouts } from "../payouts/payouts-record.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { findSafe, type SafeAccount } from "../send/safe.ts";
import { callOf } from "../send/safe-batch.ts";
import { NOT_OURS, readSafeFiles, type SafeFile } from "../send/safe-folder.ts";
import { hashLines } from "../send/safe-proposal.ts";
import { type SafeHashes, safeHashes } from "../send/safe-transaction.ts";
import { callText } from "../send/ticket-call.ts";
import { amountText } from "../shared/amounts.ts";
import { withLinks } from "../shared/explorer.ts";
import { assertOneFormat, csvCells, type ListFormat } from "../shared/listing.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";
import { shownInput } from "../shared/visible-text.ts";

interface SafeFilesArguments extends ListFormat {
  readonly nonce: string | undefined;
}

const FIELDS = [
  ...["file", "state", "title", "to", "valueWei", "calls", "nonce"],
  ...["safeTxHash", "domainHash", "messageHash", "multiSend"],
] as const;

interface Listed {
  readonly file: string;
  readonly state: string;
  readonly title: string | null;
  /** The contract that each call is to. */
  readonly to: readonly string[];
  /** Of each call. */
  readonly valueWei: readonly string[];
  readonly calls: readonly string[];
  readonly nonce: bigint | null;
  readonly hashes: SafeHashes | null;
}

export default taskAction<SafeFilesArguments>(({ nonce: text, json, csv }, hre) => {
  assertOneFormat({ json, csv });
  const nonce = text === undefined ? null : parseNonce(text);
  return withSale(hre, async (sale) => {
    const listed: Listed[] = [];
    for (const file of await readSafeFiles(sale)) listed.push(await describe(sale, file, nonce));
    const asText = listed.map((one) => ({ ...one, nonce: one.nonce?.toString() ?? null }));
    if (json) return console.log(JSON.stringify(asText, null, 2));
    if (csv) {
      const rows = asText.map(({ hashes, ...one }) => ({ ...one, ...hashes }));
      return console.log(csvCells(rows, FIELDS).map(csvLine).join("\n"));
    }
    if (listed.length === 0) {
      console.log(`No file was written for a Safe on ${sale.network}.`);
      return;
    }
    const payouts = await provenPayouts(sale);
    const known = new Map([[sale.record.address, "Ticket"]]);
    if (payouts !== null) known.set(payouts.address, "Payouts");
    for (const { file, state, title, calls, to, valueWei, nonce: at, hashes } of listed) {
      console.log(`${file}: ${state}`);
      if (title !== null) console.log(`    ${title}`);
      for (const [i, call] of calls.entries()) {
        const value = amountText(BigInt(valueWei[i] ?? 0), sale.currency);
        const whom = known.get(to[i] ?? "") ?? "another address";
        console.log(withLinks(sale.network, `    to ${to[i]} (${whom}), ${value}: ${call}`));
      }
      if (at !== null) for (const line of hashLines(hashes, at)) console.log(line);
    }
  });
});

function parseNonce(text: string): bigint {
  if (!/^\d{1,15}$/.test(text)) {
    throw new TaskError(
      `--nonce is not a whole number, as the Safe's app shows it: ${shownInput(text)}`,
    );
  }
  return BigInt(text);
}

async function describe(sale: Sale, file: SafeFile, wanted: bigint | null): Promise<Listed> {
  const { batch, problem } = file;
  const nothing = { title: null, to: [], valueWei: [], calls: [], nonce: null, hashes: null };
  if (batch === null) return { file: file.file, state: problem ?? "", ...nothing };
  const calls = batch.transactions.map(callOf);
  const known = {
    file: file.file,
    title: batch.meta.name,
    to: calls.map(({ to }) => to),
    valueWei: calls.map(({ value = 0n }) => value.toString()),
    calls: calls.map(({ data }) => callText(data)),
  };
  const safe = await findSafe(sale.provider, batch.meta.createdFromSafeAddress);
  if (safe === null) return { ...nothing, ...known, state: "of a Safe that is not there" };
  if (problem === NOT_OURS) return { ...nothing, ...known, state: problem };
  if (file.superseded) return { ...nothing, ...known, state: "superseded, not to be signed" };
  const nonce = wanted ?? (file.nonce > safe.nonce ? file.nonce : safe.nonce);
  return {
    ...known,
    state: problem ?? stateOf(file, safe),
    nonce,
    hashes: await safeHashes(sale.provider, sale.chainId, safe, nonce, calls),
  };
}

/** That a nonce is used says that a transaction was executed, and not that it was this one. */
function stateOf({ nonce }: SafeFile, safe: SafeAccount): string {
  if (nonce >= safe.nonce) return "pending";
  return `executed since, or pending with a later nonce (written at ${nonce}, the Safe's next is ${safe.nonce})`;
}
