import { readdir, truncate } from "node:fs/promises";
import path from "node:path";
import { trackTransaction } from "@nomicfoundation/ignition-core";
import { getAddress, getCreateAddress, isAddress, toQuantity } from "ethers";
import type { NetworkConnection } from "hardhat/types/network";
import * as v from "valibot";
import { firstBlockWhere } from "../chain/first-block.ts";
import { DamagedFile } from "../cli/json-text.ts";
import { TaskError } from "../cli/task.ts";
import { textOf, writeWhole } from "../machine/files.ts";
import { type Ask, asSigned, type SentTransaction } from "../record/prove-record.ts";

/** A transaction that was not finished when the process was killed. */
interface OpenInteraction {
  readonly from: string;
  readonly nonce: number;
}

const WEI = v.looseObject({ value: v.optional(v.unknown()) });

const MESSAGE = v.looseObject({
  type: v.string(),
  futureId: v.optional(v.string()),
  networkInteractionId: v.optional(v.number()),
  from: v.optional(v.string()),
  nonce: v.optional(v.number()),
  /** The transaction that Ignition signs when it resumes. */
  networkInteraction: v.optional(
    v.looseObject({
      to: v.optional(v.unknown()),
      data: v.optional(v.unknown()),
      value: v.optional(WEI),
    }),
  ),
  hash: v.optional(v.string()),
  receipt: v.optional(v.looseObject({ contractAddress: v.optional(v.string()) })),
  result: v.optional(v.looseObject({ address: v.optional(v.string()) })),
  transaction: v.optional(
    v.looseObject({
      hash: v.optional(v.string()),
      fees: v.optional(v.looseObject({ maxFeePerGas: v.optional(WEI), gasPrice: v.optional(WEI) })),
    }),
  ),
});

type JournalMessage = v.InferOutput<typeof MESSAGE>;

type IsAskedFor = (data: string) => boolean;

const POLL_MS = 1_000;

/**
 * If a transaction is prepared but not recorded, Ignition treats it as another program's, and
 * deploys again.
 */
export async function openInteraction(folder: string): Promise<OpenInteraction | null> {
  const last = await lastInteraction(folder);
  return last === null || last.noted ? null : { from: last.from, nonce: last.nonce };
}

/**
 * Checks the journal, because a pull request can change it, and Ignition sends its transactions.
 */
export async function assertJournalAskedFor(
  folder: string,
  isAskedFor: IsAskedFor,
  feeCap: bigint | undefined,
): Promise<void> {
  const file = journalIn(folder);
  for (const { networkInteraction: sent, transaction } of await readJournal(file)) {
    const { maxFeePerGas, gasPrice } = transaction?.fees ?? {};
    const fee = (maxFeePerGas ?? gasPrice)?.value;
    const dear = feeCap !== undefined && fee !== undefined && BigInt(String(fee)) > feeCap;
    const asked =
      sent === undefined ||
      (sent.to === undefined && sent.value?.value === "0" && isAskedFor(String(sent.data)));
    if (asked && !dear) continue;
    const what = dear
      ? `a fee of ${fee} wei for one unit of gas`
      : `${sent?.to === undefined ? "a deployment" : `a call of ${sent.to}`} with ${sent?.value?.value} wei`;
    throw new TaskError(
      `${file} has a transaction that was not asked for: ${what}. Nothing was sent. ` +
        "Were the contracts or the options changed since the deployment began, or is the file not this project's own? " +
        "Move the folder away to start again.",
    );
  }
}

/**
 * The deployer must have created each address, because it becomes a constructor argument of
 * `Ticket`.
 */
export async function assertJournalDeployed(
  folder: string,
  deployer: string,
  isAskedFor: IsAskedFor,
  ask: Ask,
): Promise<void> {
  const file = journalIn(folder);
  const messages = await readJournal(file);
  const hashes = messages.flatMap(({ hash, transaction }) => hash ?? transaction?.hash ?? []);
  const made = new Set<string>();
  for (const hash of new Set(hashes)) {
    const sent = (await ask("eth_getTransactionByHash", [hash])) as SentTransaction | null;
    const signed = sent === null ? null : asSigned(sent);
    if (signed?.hash !== hash || signed.from !== deployer || signed.to !== null) continue;
    if (isAskedFor(signed.data))
      made.add(getCreateAddress({ from: deployer, nonce: signed.nonce }));
  }
  for (const { receipt, result } of messages) {
    for (const address of [receipt?.contractAddress, result?.address]) {
      if (address === undefined) continue;
      const isMade = isAddress(address) && made.has(getAddress(address));
      if (isMade && (await ask("eth_getCode", [address, "latest"])) !== "0x") continue;
      throw new TaskError(
        `${file} says that ${address} was deployed, and no transaction of ${deployer} has made it as it is asked for now. ` +
          "Nothing was sent. Is the file this project's own? Move the folder away to start again.",
      );
    }
  }
}

/** Ignition treats a pending transaction of an interrupted run as another program's. */
export async function waitForInterrupted(
  folder: string,
  connection: NetworkConnection,
): Promise<void> {
  const last = await lastInteraction(folder);
  if (last === null) return;
  const { from, nonce } = last;
  const { provider } = connection.ethers;
  for (let waited = false; ; waited = true) {
    const [latest, pending] = await Promise.all([
      provider.getTransactionCount(from, "latest"),
      provider.getTransactionCount(from, "pending"),
    ]);
    if (latest > nonce || pending <= nonce) return;
    if (!waited)
      console.log(`Waiting for what the interrupted run sent (${from}, nonce ${nonce}).`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export async function finishOpenInteraction(
  folder: string,
  connection: NetworkConnection,
): Promise<void> {
  const open = await openInteraction(folder);
  if (open === null) return;
  await waitForInterrupted(folder, connection);
  if ((await connection.ethers.provider.getTransactionCount(open.from)) <= open.nonce) {
    // The transaction was never sent. Ignition prepares it again with the same nonce, so no second
    // contract can appear.
    await forgetPreparation(journalIn(folder));
    return;
  }
  const hash = await findTransaction(connection, open);
  await trackTransaction(folder, hash, connection.provider);
}

async function lastInteraction(
  folder: string,
): Promise<(OpenInteraction & { readonly noted: boolean }) | null> {
  const messages = await readJournal(journalIn(folder));
  const last = messages.findLast(({ networkInteractionId }) => networkInteractionId !== undefined);
  const noted = last?.type === "TRANSACTION_SEND";
  if (last?.nonce === undefined || !(noted || last.type === "TRANSACTION_PREPARE_SEND")) {
    return null;
  }
  const from = ofFuture(messages, last, "from");
  return from === undefined ? null : { from: getAddress(from), nonce: last.nonce, noted };
}

function ofFuture<Field extends keyof JournalMessage>(
  messages: readonly JournalMessage[],
  { futureId }: JournalMessage,
  field: Field,
): JournalMessage[Field] | undefined {
  return messages.find((one) => one.futureId === futureId && one[field] !== undefined)?.[field];
}

function journalIn(folder: string): string {
  return path.join(folder, "journal.jsonl");
}

async function forgetPreparation(file: string): Promise<void> {
  const lines = ((await textOf(file)) ?? "").split("\n");
  const at = lines.findLastIndex((line) => parse(line)?.type === "TRANSACTION_PREPARE_SEND");
  await writeWhole(file, lines.toSpliced(at, 1).join("\n"));
}

async function findTransaction(
  connection: NetworkConnection,
  { from, nonce }: OpenInteraction,
): Promise<string> {
  const { provider } = connection.ethers;
  const newest = await provider.getBlockNumber();
  const mined = await firstBlockWhere(
    0,
    newest,
    async (block) => (await provider.getTransactionCount(from, block)) > nonce,
  );
  const block = (await connection.provider.request({
    method: "eth_getBlockByNumber",
    params: [toQuantity(mined), true],
  })) as { transactions: readonly { hash: string; from: string; nonce: string }[] } | null;
  const found = block?.transactions.find(
    (sent) => getAddress(sent.from) === from && Number(sent.nonce) === nonce,
  );
  if (found === undefined) {
    throw new TaskError(
      `The interrupted deployment's transaction (${from}, nonce ${nonce}) can't be found. Look it up in an explorer, ` +
        `then run: npm run hardhat -- ignition track-tx HASH ${connection.networkName} --network ${connection.networkName}`,
    );
  }
  return found.hash;
}

async function readJournal(file: string): Promise<JournalMessage[]> {
  let text = (await textOf(file)) ?? "";
  const end = text.lastIndexOf("\n") + 1;
  const last = text.slice(end);
  if (last !== "" && parse(last) === null) {
    // A power failure cut the line off before Ignition sent its transaction.
    await truncate(file, Buffer.byteLength(text.slice(0, end)));
    text = text.slice(0, end);
  }
  const lines = text.split("\n");
  const damaged = lines.findIndex((line) => line.trim() !== "" && parse(line) === null);
  if (damaged >= 0) {
    throw new DamagedFile({ name: file, remedy: remedy(file) }, damaged + 1, "it is not a message");
  }
  return lines.map(parse).filter((message) => message !== null);
}

function remedy(file: string): string {
  const network = path.basename(path.dirname(file));
  return (
    "Restore the folder's last version, or write a record of what is on chain already: " +
    `npm run hardhat -- ticket adopt 0xYourTicket --network ${network}`
  );
}

/** Without its journal, Ignition would repeat a deployment. Other files show that one ran. */
export async function assertJournalNotLost(folder: string): Promise<void> {
  const file = journalIn(folder);
  if ((await readJournal(file)).length > 0) return;
  for (const left of ["deployed_addresses.json", "artifacts", "build-info"]) {
    // Ignition creates empty folders before its journal.
    if (!(await hasContent(path.join(folder, left)))) continue;
    throw new TaskError(
      `${file} is missing or empty, and ${left} beside it says that a deployment had begun. Nothing was sent. ` +
        `${remedy(file)}. Move the folder away only if nothing was deployed.`,
    );
  }
}

export async function preparedTransactions(
  folder: string,
): Promise<readonly { from: string; nonce: number; data: string }[]> {
  const messages = await readJournal(journalIn(folder));
  return messages.flatMap((message) => {
    const { type, nonce } = message;
    if (type !== "TRANSACTION_PREPARE_SEND" || nonce === undefined) return [];
    const from = ofFuture(messages, message, "from");
    const data = String(ofFuture(messages, message, "networkInteraction")?.data);
    return from === undefined ? [] : [{ from: getAddress(from), nonce, data }];
  });
}

export async function hasSent(folder: string): Promise<boolean> {
  const messages = await readJournal(journalIn(folder));
  return messages.some(({ networkInteractionId }) => networkInteractionId !== undefined);
}

async function hasContent(name: string): Promise<boolean> {
  try {
    return (await readdir(name)).length > 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOTDIR";
  }
}

function parse(line: string): JournalMessage | null {
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), MESSAGE), line);
  return found.success ? found.output : null;
}
