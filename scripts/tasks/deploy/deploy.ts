import { rm } from "node:fs/promises";
import path from "node:path";
import { HardhatArtifactResolver } from "@nomicfoundation/hardhat-ignition/helpers";
import { listTransactions } from "@nomicfoundation/ignition-core";
import { AbiCoder, keccak256, sha256 } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { type Currency, currencyOf } from "../../../networks.ts";
import { FolderRenderer__factory } from "../../../typechain-types/factories/contracts/FolderRenderer__factory.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { findSecondEndpoint } from "../chain/endpoints.ts";
import type { PanelEndpoint } from "../chain/panel.ts";
import { withSecondOpinion } from "../chain/panel-connection.ts";
import {
  amountText,
  parseAddress,
  parseBaseUri,
  parsePrice,
  parseRoyaltyBps,
} from "../cli/amounts.ts";
import { coins } from "../cli/coins.ts";
import { withLinks } from "../cli/explorer.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { confirm } from "../outbox/confirm.ts";
import { assertForDryRun, shownDeployer } from "../outbox/sender.ts";
import { compilerOf, compileSources } from "../record/compile.ts";
import { type Creation, writeContractFiles } from "../record/contract-files.ts";
import { type Ask, encodedArguments, proveRecord } from "../record/prove-record.ts";
import {
  type DeploymentRecord,
  deploymentDirectory,
  readRecord,
  writeRecord,
} from "../record/record.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import { connectedChainId, isRehearsal, networkOption } from "../record/sale.ts";
import {
  assertJournalAskedFor,
  assertJournalDeployed,
  assertJournalNotLost,
  finishOpenInteraction,
  hasSent,
  waitForInterrupted,
} from "./ignition-journal.ts";
import { narrated } from "./narrated.ts";
import type { Plan, TicketArguments } from "./plan.ts";
import { currentCommit, preflight } from "./preflight.ts";
import { showDeployment } from "./shown-deployment.ts";
import { folderTicketModule, ticketModule } from "./ticket-module.ts";
import { TRIAL_PRICE } from "./trial-price.ts";

/** Ignition's own default, in blocks, the transaction's own among them. */
const IGNITION_CONFIRMATIONS = 5;

export interface DeployArguments {
  readonly owner?: string | undefined;
  readonly price?: string | undefined;
  readonly royaltyReceiver?: string | undefined;
  readonly royaltyBps?: string | undefined;
  /** The folder that the pictures are in; without it they are drawn on chain. */
  readonly baseUri?: string | undefined;
  readonly paused: boolean;
  /** The owner is meant to be a single account, not a Safe. */
  readonly singleOwner?: boolean;
  readonly yes: boolean;
  /** Shows what would be sent, and neither sends nor writes anything. */
  readonly dryRun?: boolean;
  /** The deployer of a dry run. */
  readonly from?: string | undefined;
}

export default (async (args, hre) => {
  assertForDryRun(args.from, args.dryRun);
  const network = networkOption(hre);
  // A dry run asks for no key.
  const override = args.dryRun ? { accounts: "remote" as const } : {};
  const connection = await hre.network.create({ network, override });
  try {
    await deployOrShow(args, hre, connection, { check: true });
  } finally {
    await connection.close();
  }
}) satisfies TaskAction<DeployArguments>;

/**
 * Deploys to the connection's network unless its record already says what is there.
 * @returns the record, and whether it is new
 */
export async function deploy(
  args: DeployArguments,
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
): Promise<{ record: DeploymentRecord; deployed: boolean }> {
  const done = await deployOrShow({ ...args, dryRun: false }, hre, connection, { check: false });
  if (done === null) throw new Error("Only a dry run ends without a record");
  return done;
}

/** A deployment that is about to be made, or gone on with. */
interface Deployment extends Omit<Plan, "ownerIsAccount"> {
  /** `null` if one endpoint has to do. */
  readonly second: PanelEndpoint | null;
  /** Where Ignition's journal is. */
  readonly folder: string;
}

/** @returns `null` after a dry run of a deployment that is not there yet */
async function deployOrShow(
  args: DeployArguments,
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  { check }: { readonly check: boolean },
): Promise<{ record: DeploymentRecord; deployed: boolean } | null> {
  const { dryRun = false } = args;
  const network = connection.networkName;
  const { root } = hre.config.paths;
  const folder = deploymentDirectory(root, network);
  const chainId = await connectedChainId(connection);
  const rehearsal = isRehearsal(network);
  const currency = currencyOf(chainId);

  await compileSources(hre, { live: !rehearsal });
  // The preflight says what is wrong with the second endpoint; what can be asked of it before and after is.
  const found = await findSecondEndpoint(hre, connection, chainId, { publicOnes: !rehearsal });
  const second = found.kind === "agrees" ? found.endpoint : null;
  const present = await withSecondOpinion(hre, connection, second, chainId, () =>
    presentDeployment(root, network, chainId, connection),
  );
  if (present !== null) {
    if (!rehearsal || (await isCurrentCode(hre, connection, present))) {
      assertAskedFor(args, present, currency);
      console.log(`Ticket is already deployed to ${network} at ${present.address}. Nothing to do.`);
      return { record: present, deployed: false };
    }
    console.log("The contracts have changed since they were deployed: deploying them anew.");
  }
  const anew = rehearsal && (await startsAnew(root, network, present));
  if (anew && !dryRun) await rm(folder, { recursive: true, force: true });
  if (!anew) await assertJournalNotLost(folder);

  const deployer = await deployerOf(connection, args);
  if (!dryRun) await waitForInterrupted(folder, connection);
  const deployment: Deployment = {
    ...{ hre, connection, chainId, second, folder, deployer },
    arguments: parseArguments(args, rehearsal ? deployer : null, currency),
    baseUri: args.baseUri === undefined ? null : parseBaseUri("--base-uri", args.baseUri),
  };
  if (check) {
    console.log(`About to deploy Ticket to ${network}:`);
    await preflight({ ...deployment, ownerIsAccount: args.singleOwner ?? false });
  }
  if (!anew) await assertJournal(deployment);
  if (dryRun) {
    await showSteps(deployment, !anew && (await hasSent(folder)));
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
    ? await shownDeployer(asking(connection), from)
    : (await connection.ethers.getSigners())[0]?.address;
  if (deployer !== undefined) return deployer;
  throw new TaskError(
    `No account to deploy from: set DEPLOYER_PRIVATE_KEY for ${connection.networkName}`,
  );
}

/** Ignition goes on with what its journal says, so all of it has to be as asked for now, and on chain. */
async function assertJournal(deployment: Deployment): Promise<void> {
  const { hre, connection, chainId, second, folder, deployer } = deployment;
  const asked = await creations(hre, deployment.arguments, deployment.baseUri);
  const { maxFeePerGasLimit } = connection.networkConfig.ignition;
  await assertJournalAskedFor(folder, asked, maxFeePerGasLimit);
  await withSecondOpinion(hre, connection, second, chainId, async () => {
    await assertJournalDeployed(folder, deployer, asked, asking(connection));
    // Ignition signs for the count that the first endpoint tells: both have to say it.
    await connection.ethers.provider.getTransactionCount(deployer);
  });
}

async function showSteps(deployment: Deployment, begun: boolean): Promise<void> {
  const { hre, connection, deployer, baseUri } = deployment;
  const [renderer, ticket] = await steps(hre, baseUri);
  await showDeployment(asking(connection), {
    ...{ deployer, baseUri, begun },
    arguments: recordedArguments(deployment.arguments),
    code: { renderer: renderer?.data ?? "", ticket: ticket?.data ?? "" },
  });
}

async function deployByIgnition(deployment: Deployment): Promise<DeploymentRecord> {
  const { hre, connection, chainId, second, folder, deployer, baseUri } = deployment;
  const network = connection.networkName;
  const rehearsal = isRehearsal(network);
  await finishOpenInteraction(folder, connection);
  const { requiredConfirmations = IGNITION_CONFIRMATIONS } = hre.config.ignition;
  const { ticket, renderer } = await narrated(
    hre,
    connection,
    await steps(hre, baseUri),
    rehearsal ? 1 : requiredConfirmations,
    () =>
      connection.ignition.deploy(baseUri === null ? ticketModule : folderTicketModule, {
        deploymentId: network,
        parameters: { Ticket: { ...deployment.arguments, ...(baseUri !== null && { baseUri }) } },
        defaultSender: deployer,
        // An automining chain adds no blocks by itself, so more confirmations would never come.
        ...(rehearsal && { config: { requiredConfirmations: 1, blockPollingInterval: 50 } }),
      }),
  );
  const addresses = { ticket: await ticket.getAddress(), renderer: await renderer.getAddress() };
  const { record, rendererCreation } = await withSecondOpinion(
    hre,
    connection,
    second,
    chainId,
    () => readBack(deployment, addresses),
  );
  await writeContractFiles(hre, record, rendererCreation);
  const file = path.relative(
    hre.config.paths.root,
    await writeRecord(hre.config.paths.root, record),
  );
  const done = `Ticket is deployed to ${network} at ${record.address} (${file}).`;
  console.log(withLinks(network, done));
  return record;
}

/** @returns what a deployment creates, in this order */
async function steps(hre: HardhatRuntimeEnvironment, baseUri: string | null) {
  const names = [rendererContract(baseUri).name, "Ticket"];
  return await Promise.all(
    names.map(async (name) => ({ name, data: (await hre.artifacts.readArtifact(name)).bytecode })),
  );
}

/** @returns whether data creates that renderer, or `Ticket` with these arguments and whichever renderer */
async function creations(
  hre: HardhatRuntimeEnvironment,
  ticketArguments: TicketArguments,
  baseUri: string | null,
): Promise<(data: string) => boolean> {
  const { name, constructorArguments } = rendererContract(baseUri);
  const { bytecode: renderer } = await hre.artifacts.readArtifact(name);
  const { bytecode: ticket } = await hre.artifacts.readArtifact("Ticket");
  return (data) => {
    if (data === renderer + constructorArguments.slice(2)) return true;
    const drawnBy = rendererIn(`0x${data.slice(ticket.length)}`);
    if (drawnBy === null) return false;
    const args = encodedArguments({ ...recordedArguments(ticketArguments), renderer: drawnBy });
    return data === ticket + args.slice(2);
  };
}

/** @returns the renderer that a constructor's encoded arguments name, or `null` if they can't be decoded */
function rendererIn(args: string): string | null {
  try {
    const { inputs } = Ticket__factory.createInterface().deploy;
    const [config] = AbiCoder.defaultAbiCoder().decode(inputs, args);
    return config.renderer;
  } catch {
    return null;
  }
}

function recordedArguments(args: TicketArguments): Omit<DeploymentRecord["arguments"], "renderer"> {
  return {
    ...args,
    ticketPrice: args.ticketPrice.toString(),
    royaltyBps: Number(args.royaltyBps),
  };
}

/** @returns the record of what was just deployed, once the chain has confirmed all of it */
async function readBack(
  deployment: Deployment,
  { ticket: address, renderer }: { readonly ticket: string; readonly renderer: string },
): Promise<{ record: DeploymentRecord; rendererCreation: Creation | null }> {
  const { hre, connection, chainId, folder, deployer, baseUri } = deployment;
  const { provider } = connection.ethers;
  const resolver = new HardhatArtifactResolver(hre.artifacts);
  const transactions = await listTransactions(folder, resolver);
  const hash = transactions.findLast((sent) => sent.address === address)?.txHash ?? "";
  const receipt = hash === "" ? null : await provider.getTransactionReceipt(hash);
  const sent = receipt === null ? null : await provider.getTransaction(hash);
  if (receipt === null || sent === null) {
    throw new Error(`The deployment of ${address} has no receipt`);
  }
  const code = await provider.getCode(address);
  const record: DeploymentRecord = {
    network: connection.networkName,
    chainId,
    address,
    renderer,
    ...(baseUri !== null && { folderRenderer: { baseUri } }),
    deployer,
    deployerNonce: sent.nonce,
    arguments: { ...recordedArguments(deployment.arguments), renderer },
    transactionHash: receipt.hash,
    blockNumber: receipt.blockNumber,
    creationCodeHash: keccak256((await hre.artifacts.readArtifact("Ticket")).bytecode),
    codeHash: keccak256(code),
    codeSha256: sha256(code).slice(2),
    compiler: await compilerOf(hre),
    commit: await currentCommit(hre.config.paths.root),
  };
  await assertDeployed(hre, connection, record);
  await proveRecord(record, asking(connection));
  const made = transactions.findLast((sent) => sent.address === renderer)?.txHash ?? "";
  const creation = made === "" ? null : await provider.getTransactionReceipt(made);
  const rendererCreation = creation && {
    transactionHash: creation.hash,
    blockNumber: creation.blockNumber,
  };
  return { record, rendererCreation };
}

/** The recorded deployment, if this very chain has it and proves it. */
async function presentDeployment(
  root: string,
  network: string,
  chainId: number,
  connection: NetworkConnection,
): Promise<DeploymentRecord | null> {
  const record = await recordedDeployment(root, network, chainId, connection);
  if (record === null) return null;
  try {
    await proveRecord(record, asking(connection));
  } catch (error) {
    // A chain for trying out is made anew: it may have other code of ours at the same place.
    if (isRehearsal(network) && error instanceof TaskError) return null;
    throw error;
  }
  return record;
}

/** The record, if its code is where it says: a local chain that was restarted has none. */
async function recordedDeployment(
  root: string,
  network: string,
  chainId: number,
  connection: NetworkConnection,
): Promise<DeploymentRecord | null> {
  const record = await readRecord(root, network);
  if (record === null || record.chainId !== chainId) return null;
  const code = await connection.ethers.provider.getCode(record.address);
  return keccak256(code) === record.codeHash ? record : null;
}

/** Refuses arguments that differ from those of the recorded deployment. */
function assertAskedFor(args: DeployArguments, record: DeploymentRecord, currency: Currency): void {
  const { network } = record;
  const asked = parseGiven(args, currency);
  const { owner, ticketPrice, royaltyReceiver, royaltyBps, startPaused } = record.arguments;
  const recorded: Readonly<Record<keyof typeof asked, string>> = {
    owner,
    price: amountText(BigInt(ticketPrice), currency),
    royaltyReceiver,
    royaltyBps: String(royaltyBps),
    baseUri: record.folderRenderer?.baseUri ?? "none (drawn on chain)",
    start: startPaused ? "paused" : "open",
  };
  const names = Object.keys(recorded) as (keyof typeof recorded)[];
  const other = names.filter((name) => asked[name] !== null && asked[name] !== recorded[name]);
  if (other.length === 0) return;
  const differences = other.map(
    (name) => `the ${name} ${recorded[name]}, and you asked for ${asked[name]}`,
  );
  throw new TaskError(
    `deployments/${network}/record.json has ${differences.join("; ")}. ` +
      "Is it the record of another deployment? Nothing was sent.",
  );
}

function asking({ provider }: NetworkConnection): Ask {
  return (method, params) => provider.request({ method, params: [...params] });
}

async function isCurrentCode(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  record: DeploymentRecord,
): Promise<boolean> {
  const ticket = await hre.artifacts.readArtifact("Ticket");
  const { name } = rendererContract(record.folderRenderer?.baseUri ?? null);
  const renderer = await hre.artifacts.readArtifact(name);
  return (
    keccak256(ticket.deployedBytecode) === record.codeHash &&
    renderer.deployedBytecode === (await connection.ethers.provider.getCode(record.renderer))
  );
}

/**
 * Whether a rehearsal's journal is of no more use: it ended in a record (of a chain that is gone, or of contracts that
 * have changed), so it is not an interrupted deployment to be finished.
 */
async function startsAnew(root: string, network: string, present: DeploymentRecord | null) {
  return present !== null || (await readRecord(root, network)) !== null;
}

function parseArguments(
  args: DeployArguments,
  defaultAccount: string | null,
  currency: Currency,
): TicketArguments {
  const owner = args.owner ?? defaultAccount;
  const price = args.price ?? (defaultAccount && coins(TRIAL_PRICE));
  const royaltyReceiver = args.royaltyReceiver ?? defaultAccount;
  const royaltyBps = args.royaltyBps ?? (defaultAccount && "500");

  const missing = Object.entries({
    "--owner": owner,
    "--price": price,
    "--royalty-receiver": royaltyReceiver,
    "--royalty-bps": royaltyBps,
  }).filter(([, value]) => value === null);
  if (owner === null || price === null || royaltyReceiver === null || royaltyBps === null) {
    throw new TaskError(`A live network needs ${missing.map(([name]) => name).join(", ")}`);
  }
  return {
    owner: parseAddress("--owner", owner),
    ticketPrice: parsePrice("--price", price, currency),
    royaltyReceiver: parseAddress("--royalty-receiver", royaltyReceiver),
    royaltyBps: parseRoyaltyBps("--royalty-bps", royaltyBps),
    startPaused: args.paused,
  };
}

/** @returns what was typed, as people read it; `null` for what was not */
function parseGiven(
  { owner, price, royaltyReceiver, royaltyBps, baseUri, paused }: DeployArguments,
  currency: Currency,
) {
  const given = (text: string | undefined, parse: (text: string) => string) =>
    text === undefined ? null : parse(text);
  return {
    owner: given(owner, (text) => parseAddress("--owner", text)),
    price: given(price, (text) => amountText(parsePrice("--price", text, currency), currency)),
    royaltyReceiver: given(royaltyReceiver, (text) => parseAddress("--royalty-receiver", text)),
    royaltyBps: given(royaltyBps, (text) => String(parseRoyaltyBps("--royalty-bps", text))),
    baseUri: given(baseUri, (text) => parseBaseUri("--base-uri", text)),
    // A flag that is left out asks for nothing.
    start: paused ? "paused" : null,
  };
}

/** Reads the deployment back, before it is reported as done. */
async function assertDeployed(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  record: DeploymentRecord,
): Promise<void> {
  const ticket = Ticket__factory.connect(record.address, connection.ethers.provider);
  const [receiver, royaltyBps] = await ticket.royaltyInfo(1n, 10_000n);
  const found: DeploymentRecord["arguments"] = {
    owner: await ticket.owner(),
    ticketPrice: (await ticket.ticketPrice()).toString(),
    royaltyReceiver: receiver,
    royaltyBps: Number(royaltyBps),
    renderer: await ticket.renderer(),
    startPaused: await ticket.paused(),
  };
  const keys = Object.keys(found) as (keyof typeof found)[];
  const wrong: string[] = keys.filter((key) => found[key] !== record.arguments[key]);
  if (!(await isCurrentCode(hre, connection, record))) wrong.unshift("code");
  else if (record.folderRenderer !== undefined) {
    const folder = FolderRenderer__factory.connect(record.renderer, connection.ethers.provider);
    if ((await folder.baseURI()) !== record.folderRenderer.baseUri) wrong.push("baseUri");
  }
  if (wrong.length > 0) {
    throw new TaskError(
      `Ticket is at ${record.address}, but its ${wrong.join(", ")} is not what was asked for. ` +
        "No record was written. Were the contracts or the options changed since the deployment began?",
    );
  }
}
