import { rm } from "node:fs/promises";
import path from "node:path";
import { HardhatArtifactResolver } from "@nomicfoundation/hardhat-ignition/helpers";
import { listTransactions } from "@nomicfoundation/ignition-core";
import { keccak256 } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { currencyOf } from "../../../networks.ts";
import { recordedArguments } from "../../shared/record-shape.ts";
import { connectedChainId } from "../chain/connected-endpoints.ts";
import { findSecondEndpoint } from "../chain/endpoints.ts";
import type { PanelEndpoint } from "../chain/panel.ts";
import { withSecondOpinion } from "../chain/panel-connection.ts";
import { confirm } from "../cli/confirm.ts";
import { withLinks } from "../cli/explorer.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { assertForDryRun, shownDeployer } from "../outbox/sender.ts";
import { compileSources } from "../record/compile.ts";
import { askOf, proveRecord } from "../record/prove-record.ts";
import {
  type DeploymentRecord,
  deploymentDirectory,
  readRecord,
  writeRecord,
} from "../record/record.ts";
import { recordFromChain } from "../record/record-from-chain.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import { isRehearsal, networkOption } from "../record/sale.ts";
import { contractsOf, isPlanned } from "./creations.ts";
import {
  assertJournalAskedFor,
  assertJournalDeployed,
  assertJournalNotLost,
  finishOpenInteraction,
  waitForInterrupted,
} from "./ignition-journal.ts";
import { withProgress } from "./ignition-progress.ts";
import type { Plan } from "./plan.ts";
import { preflight } from "./preflight.ts";
import { showDeployment } from "./shown-deployment.ts";
import { askedTerms, assertSameTerms, type TypedTerms, wrongTerms } from "./terms.ts";
import { folderTicketModule, ticketModule } from "./ticket-module.ts";

/** Blocks, including the transaction's own: Ignition's default. */
const IGNITION_CONFIRMATIONS = 5;

export interface DeployArguments extends TypedTerms {
  readonly singleOwner?: boolean;
  readonly yes: boolean;
  readonly dryRun?: boolean;
  readonly from?: string | undefined;
}

type Outcome = { readonly record: DeploymentRecord; readonly deployed: boolean };

export default (async (args, hre) => {
  assertForDryRun(args.from, args.dryRun);
  const network = networkOption(hre);
  const override = args.dryRun ? { accounts: "remote" as const } : {};
  const connection = await hre.network.create({ network, override });
  try {
    await deployOrShow(args, hre, connection, { check: true });
  } finally {
    await connection.close();
  }
}) satisfies TaskAction<DeployArguments>;

export async function deploy(
  args: DeployArguments,
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
): Promise<Outcome> {
  const done = await deployOrShow({ ...args, dryRun: false }, hre, connection, { check: false });
  if (done === null) throw new Error("Only a dry run ends without a record");
  return done;
}

interface Deployment extends Plan {
  readonly second: PanelEndpoint | null;
  readonly folder: string;
}

/** Returns `null` after a dry run of a new deployment. */
async function deployOrShow(
  args: DeployArguments,
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  { check }: { readonly check: boolean },
): Promise<Outcome | null> {
  const { dryRun = false, singleOwner: ownerIsAccount = false } = args;
  const network = connection.networkName;
  const { root } = hre.config.paths;
  const folder = deploymentDirectory(root, network);
  const chainId = await connectedChainId(connection);
  const rehearsal = isRehearsal(network);

  await compileSources(hre, { live: !rehearsal });
  const found = await findSecondEndpoint(hre, connection, chainId, { publicOnes: !rehearsal });
  const second = found.kind === "agrees" ? found.endpoint : null;
  const present = await withSecondOpinion(hre, connection, second, chainId, () =>
    presentDeployment(root, network, chainId, connection),
  );
  if (present !== null) {
    if (!rehearsal || (await isCurrentCode(hre, connection, present))) {
      assertSameTerms(args, present);
      console.log(`Ticket is already deployed to ${network} at ${present.address}. Nothing to do.`);
      return { record: present, deployed: false };
    }
    console.log("The contracts have changed since they were deployed: deploying them again.");
  }
  // The journal belongs to a discarded chain or to older contracts.
  const anew = rehearsal && (await readRecord(root, network)) !== null;
  if (anew && !dryRun) await rm(folder, { recursive: true, force: true });
  if (!anew) await assertJournalNotLost(folder);

  const deployer = await deployerOf(connection, args);
  if (!dryRun) await waitForInterrupted(folder, connection);
  const terms = askedTerms(args, rehearsal ? deployer : null, currencyOf(chainId));
  const at = { hre, connection, chainId, found, second, folder, deployer };
  const deployment: Deployment = { ...at, ...terms, ownerIsAccount };
  if (check) {
    console.log(`About to deploy Ticket to ${network}:`);
    await preflight(deployment);
  }
  if (!anew) await assertJournal(deployment);
  if (dryRun) {
    await showDeployment(deployment);
    return null;
  }
  if (!rehearsal) await confirm(network, args.yes);
  return { record: await deployByIgnition(deployment), deployed: true };
}

async function deployerOf(
  connection: NetworkConnection,
  { dryRun, from }: DeployArguments,
): Promise<string> {
  const deployer = dryRun
    ? await shownDeployer(askOf(connection), from)
    : (await connection.ethers.getSigners())[0]?.address;
  if (deployer !== undefined) return deployer;
  throw new TaskError(
    `No account to deploy from: set DEPLOYER_PRIVATE_KEY for ${connection.networkName}`,
  );
}

async function assertJournal(deployment: Deployment): Promise<void> {
  const { hre, connection, chainId, second, folder, deployer } = deployment;
  const isAskedFor = await isPlanned(deployment);
  const { maxFeePerGasLimit } = connection.networkConfig.ignition;
  await assertJournalAskedFor(folder, isAskedFor, maxFeePerGasLimit);
  await withSecondOpinion(hre, connection, second, chainId, async () => {
    await assertJournalDeployed(folder, deployer, isAskedFor, askOf(connection));
    // Ignition takes the nonce from the first endpoint, so both endpoints must agree on it.
    await connection.ethers.provider.getTransactionCount(deployer);
  });
}

async function deployByIgnition(deployment: Deployment): Promise<DeploymentRecord> {
  const { hre, connection, chainId, second, folder, deployer, baseUri } = deployment;
  const network = connection.networkName;
  const rehearsal = isRehearsal(network);
  await finishOpenInteraction(folder, connection);
  const { requiredConfirmations = IGNITION_CONFIRMATIONS } = hre.config.ignition;
  const { ticket, renderer } = await withProgress(
    hre,
    connection,
    await contractsOf(hre, baseUri),
    rehearsal ? 1 : requiredConfirmations,
    () =>
      connection.ignition.deploy(baseUri === null ? ticketModule : folderTicketModule, {
        deploymentId: network,
        parameters: { Ticket: { ...deployment.arguments, ...(baseUri !== null && { baseUri }) } },
        defaultSender: deployer,
        // A chain with automining makes no blocks without transactions.
        ...(rehearsal && { config: { requiredConfirmations: 1, blockPollingInterval: 50 } }),
      }),
  );
  const made = { ticket: await ticket.getAddress(), renderer: await renderer.getAddress() };
  const record = await withSecondOpinion(hre, connection, second, chainId, () =>
    readBack(deployment, made),
  );
  const { root } = hre.config.paths;
  const file = path.relative(root, await writeRecord(root, record));
  const done = `Ticket is deployed to ${network} at ${record.address} (${file}).`;
  console.log(withLinks(network, done));
  return record;
}

async function readBack(
  { hre, connection, chainId, folder, arguments: terms, baseUri }: Deployment,
  made: { readonly ticket: string; readonly renderer: string },
): Promise<DeploymentRecord> {
  const sent = await listTransactions(folder, new HardhatArtifactResolver(hre.artifacts));
  const hash = sent.findLast(({ address }) => address === made.ticket)?.txHash;
  if (hash === undefined) throw new Error(`Ignition has no transaction that made ${made.ticket}`);
  const record = await recordFromChain(hre, connection, chainId, { address: made.ticket, hash });
  const wrong =
    "foreign" in record
      ? ["code"]
      : wrongTerms(record, recordedArguments({ ...terms, renderer: made.renderer }), baseUri);
  if ("foreign" in record || wrong.length > 0) {
    throw new TaskError(
      `Ticket is at ${made.ticket}, but its ${wrong.join(", ")} is not what was asked for. ` +
        "No record was written. Were the contracts or the options changed since the deployment began?",
    );
  }
  await proveRecord(record, askOf(connection));
  return record;
}

async function presentDeployment(
  root: string,
  network: string,
  chainId: number,
  connection: NetworkConnection,
): Promise<DeploymentRecord | null> {
  const record = await readRecord(root, network);
  if (record === null || record.chainId !== chainId) return null;
  const code = await connection.ethers.provider.getCode(record.address);
  if (keccak256(code) !== record.codeHash) return null;
  try {
    await proveRecord(record, askOf(connection));
  } catch (error) {
    // A local chain may have other code at the same address.
    if (isRehearsal(network) && error instanceof TaskError) return null;
    throw error;
  }
  return record;
}

async function isCurrentCode(
  { artifacts }: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  record: DeploymentRecord,
): Promise<boolean> {
  const ticket = await artifacts.readArtifact("Ticket");
  const { name } = rendererContract(record.folderRenderer?.baseUri ?? null);
  const renderer = await artifacts.readArtifact(name);
  return (
    keccak256(ticket.deployedBytecode) === record.codeHash &&
    renderer.deployedBytecode === (await connection.ethers.provider.getCode(record.renderer))
  );
}
