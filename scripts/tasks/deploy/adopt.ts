import { rename } from "node:fs/promises";
import path from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { currencyOf } from "../../../networks.ts";
import { type Chain, chainOf } from "../chain/chain.ts";
import { connectedEndpoints } from "../chain/connected-endpoints.ts";
import { amountText, parseAddress } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import { DamagedFile } from "../cli/json-text.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { DRY_RUN_ENDS } from "../outbox/shown-calls.ts";
import { compileSources } from "../record/compile.ts";
import { keepRecord } from "../record/deployed-artifacts.ts";
import { proveRecord } from "../record/prove-record.ts";
import { type DeploymentRecord, readRecord, recordPath } from "../record/record.ts";
import { creationOf, madeBy, recordFromChain } from "../record/record-from-chain.ts";
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
    const { chainId, finding } = await connectedEndpoints(hre, connection);
    await compileSources(hre, { live: !isRehearsal(network) });
    const chain = await chainOf(network, chainId, await finding);
    await adopt(hre, chain, address, transaction?.toLowerCase() ?? null, dryRun);
  } finally {
    await connection.close();
  }
}) satisfies TaskAction<AdoptArguments>;

async function adopt(
  hre: HardhatRuntimeEnvironment,
  chain: Chain,
  address: string,
  transaction: string | null,
  dryRun: boolean,
): Promise<void> {
  const { root } = hre.config.paths;
  const { network, request } = chain;
  const present = await presentRecord(root, network);
  if (present === "damaged" && dryRun) {
    console.error("Warning: the record is damaged. It would be kept under another name.");
  } else if (present === "damaged") {
    console.error(`Warning: the damaged record is kept as ${await setAside(root, network)}.`);
  } else if (present?.address === address) {
    await proveRecord(present, request);
    console.log(`deployments/${network}/record.json already names ${address}. Nothing to do.`);
    return;
  } else if (present !== null) {
    throw new TaskError(
      `deployments/${network}/record.json names ${present.address}. Move the folder away first, if you mean ${address}.`,
    );
  }
  const hash = transaction ?? (await creationOf(request, address));
  const record = await recordFromChain(hre, chain, { address, hash });
  if ((await madeBy(request, hash)) !== address)
    throw new TaskError(`${hash} did not make ${address}`);
  if ("foreign" in record) {
    throw new TaskError(
      `The code at ${record.address} does not match these sources. Check out the commit that was deployed ` +
        "(git log -- deployments), or check the address. No record was written.",
    );
  }
  await proveRecord(record, request);
  if (dryRun) {
    console.log(
      `deployments/${network}/record.json would be written, with every field proven by the chain:`,
    );
    console.log(JSON.stringify(record, null, 2));
    console.log(DRY_RUN_ENDS);
    return;
  }
  const file = await keepRecord(hre, record);
  const { owner, ticketPrice } = record.arguments;
  const done =
    `Ticket ${address} on ${network}: made in block ${record.blockNumber} by ${record.deployer}, for ${owner}, ` +
    `at ${amountText(BigInt(ticketPrice), currencyOf(chain.chainId))}. Its code matches these sources.\n` +
    `Written: ${file}. Compare it before you commit it, and add the treasury if there was one.`;
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
