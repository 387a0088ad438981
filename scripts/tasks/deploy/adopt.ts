import { rename } from "node:fs/promises";
import path from "node:path";
import { getAddress, toQuantity } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { currencyOf } from "../../../networks.ts";
import { Disagreement } from "../chain/answers.ts";
import { connectedChainId } from "../chain/connected-endpoints.ts";
import { requireSecondEndpoint } from "../chain/endpoints.ts";
import { firstBlockWhere } from "../chain/first-block.ts";
import { withSecondOpinion } from "../chain/panel-connection.ts";
import { amountText, parseAddress } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import { DamagedFile } from "../cli/json-text.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { DRY_RUN_ENDS } from "../outbox/dry-run.ts";
import { compileSources } from "../record/compile.ts";
import { keepSources } from "../record/deployed-artifacts.ts";
import { type Ask, askOf, proveRecord } from "../record/prove-record.ts";
import { type DeploymentRecord, readRecord, recordPath, writeRecord } from "../record/record.ts";
import { recordFromChain } from "../record/record-from-chain.ts";
import { isRehearsal, networkOption } from "../record/sale.ts";

interface AdoptArguments {
  readonly ticket: string;
  /** The hash of the creating transaction, needed if an endpoint lacks earlier blocks. */
  readonly transaction: string | undefined;
  readonly dryRun?: boolean;
}

export default (async ({ ticket, transaction, dryRun = false }, hre) => {
  const address = parseAddress("The ticket", ticket);
  if (transaction !== undefined && !/^0x[0-9a-f]{64}$/i.test(transaction)) {
    throw new TaskError(`--transaction is not the hash of a transaction: ${transaction}`);
  }
  const network = networkOption(hre);
  const connection = await hre.network.create({ network, override: { accounts: "remote" } });
  try {
    const chainId = await connectedChainId(connection);
    await compileSources(hre, { live: !isRehearsal(network) });
    const second = isRehearsal(network)
      ? null
      : await requireSecondEndpoint(hre, connection, chainId);
    await withSecondOpinion(hre, connection, second, chainId, () =>
      adopt(hre, connection, chainId, address, transaction?.toLowerCase() ?? null, dryRun),
    );
  } finally {
    await connection.close();
  }
}) satisfies TaskAction<AdoptArguments>;

async function adopt(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  chainId: number,
  address: string,
  transaction: string | null,
  dryRun: boolean,
): Promise<void> {
  const { root } = hre.config.paths;
  const network = connection.networkName;
  const ask = askOf(connection);
  const present = await presentRecord(root, network);
  if (present === "damaged" && dryRun) {
    console.error("Warning: the record is damaged. It would be kept under another name.");
  } else if (present === "damaged") {
    console.error(`Warning: the damaged record is kept as ${await setAside(root, network)}.`);
  } else if (present?.address === address) {
    await proveRecord(present, ask);
    console.log(`deployments/${network}/record.json is of ${address} already. Nothing to do.`);
    return;
  } else if (present !== null) {
    throw new TaskError(
      `deployments/${network}/record.json names ${present.address}. Move the folder away first, if you mean ${address}.`,
    );
  }
  const hash = transaction ?? (await creationOf(ask, address));
  const record = await recordFromChain(hre, connection, chainId, { address, hash });
  if ((await madeBy(ask, hash)) !== address) throw new TaskError(`${hash} did not make ${address}`);
  if ("foreign" in record) {
    throw new TaskError(
      `The code at ${record.address} is not what these sources give. Check out the commit that was deployed ` +
        "(git log -- deployments), or look at the address again. No record was written.",
    );
  }
  await proveRecord(record, ask);
  if (dryRun) {
    console.log(`deployments/${network}/record.json would be, with all of it proven by the chain:`);
    console.log(JSON.stringify(record, null, 2));
    console.log(DRY_RUN_ENDS);
    return;
  }
  const renderer = record.folderRenderer === undefined ? "TicketRenderer" : "FolderRenderer";
  const names = ["Ticket", renderer];
  await keepSources(hre, network, names);
  const file = await writeRecord(root, record);
  const { owner, ticketPrice } = record.arguments;
  const done =
    `Ticket ${address} on ${network}: made in block ${record.blockNumber} by ${record.deployer}, for ${owner}, ` +
    `at ${amountText(BigInt(ticketPrice), currencyOf(chainId))}. Its code is what these sources give.\n` +
    `Written: ${path.relative(root, file)}. Compare it before you commit it, and add the treasury if there was one.`;
  console.log(withLinks(network, done));
}

async function presentRecord(
  root: string,
  network: string,
): Promise<DeploymentRecord | "damaged" | null> {
  try {
    return await readRecord(root, network);
  } catch (error) {
    if (error instanceof DamagedFile) return "damaged";
    throw error;
  }
}

async function setAside(root: string, network: string): Promise<string> {
  const file = recordPath(root, network);
  const kept = `${file}.damaged-${new Date().toISOString().replaceAll(":", "-")}`;
  await rename(file, kept);
  return path.relative(root, kept);
}

async function creationOf(ask: Ask, address: string): Promise<string> {
  const hasCode = async (block: number) =>
    (await ask("eth_getCode", [address, toQuantity(block)])) !== "0x";
  const newest = Number(await ask("eth_blockNumber", []));
  if (!(await hasCode(newest))) throw new TaskError(`There is no contract at ${address}`);
  let made: number;
  try {
    made = await firstBlockWhere(0, newest, hasCode);
  } catch (error) {
    if (error instanceof Disagreement) throw error;
    throw new TaskError(
      "The endpoint does not tell what earlier blocks had. Look up the transaction that made the contract in an explorer, " +
        "and name it: --transaction 0xHash",
    );
  }
  const block = (await ask("eth_getBlockByNumber", [toQuantity(made), true])) as {
    readonly transactions: readonly { readonly hash: string; readonly to: string | null }[];
  } | null;
  for (const { hash, to } of block?.transactions ?? []) {
    if (to === null && (await madeBy(ask, hash)) === address) return hash;
  }
  throw new TaskError(
    `${address} was made in block ${made}, and not by a transaction of its own: ticket deploy did not make it`,
  );
}

async function madeBy(ask: Ask, hash: string): Promise<string | null> {
  const receipt = (await ask("eth_getTransactionReceipt", [hash])) as {
    readonly contractAddress: string | null;
  } | null;
  return receipt?.contractAddress ? getAddress(receipt.contractAddress) : null;
}
