import { rm } from "node:fs/promises";
import path from "node:path";
import { HardhatArtifactResolver } from "@nomicfoundation/hardhat-ignition/helpers";
import { listTransactions } from "@nomicfoundation/ignition-core";
import { keccak256 } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { currencyOf } from "../../../networks.ts";
import { type Chain, chainOf } from "../chain/chain.ts";
import { connectedChainId } from "../chain/connected-endpoints.ts";
import { findSecondEndpoint, ownEndpoint } from "../chain/endpoints.ts";
import { confirm } from "../cli/confirm.ts";
import { withLinks } from "../cli/explorer.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { assertForDryRun, shownDeployer } from "../outbox/sender.ts";
import { compileSources } from "../record/compile.ts";
import { keepRecord } from "../record/deployed-artifacts.ts";
import { proveRecord } from "../record/prove-record.ts";
import { type DeploymentRecord, deploymentDirectory, readRecord } from "../record/record.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import { isRehearsal, networkOption } from "../record/sale.ts";
import { contractsOf } from "./creations.ts";
import { withProgress } from "./ignition-progress.ts";
import { hasBegun, IGNITION_STATE, madeBefore, provenSale, waitForSent } from "./made-before.ts";
import type { Plan } from "./plan.ts";
import { preflight } from "./preflight.ts";
import { showDeployment } from "./shown-deployment.ts";
import { askedTerms, assertSameTerms, type TypedTerms } from "./terms.ts";
import { ticketModule } from "./ticket-module.ts";

/** Blocks, including the transaction's own: Ignition's default. */
const IGNITION_CONFIRMATIONS = 5;

export interface DeployArguments extends TypedTerms {
  readonly singleOwner?: boolean;
  readonly yes: boolean;
  readonly dryRun?: boolean;
  readonly from?: string | undefined;
}

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
): Promise<DeploymentRecord> {
  const done = await deployOrShow({ ...args, dryRun: false }, hre, connection, { check: false });
  if (done === null) throw new Error("Only a dry run ends without a record");
  return done;
}

/** Returns `null` after a dry run of a new deployment. */
async function deployOrShow(
  args: DeployArguments,
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  { check }: { readonly check: boolean },
): Promise<DeploymentRecord | null> {
  const { dryRun = false, singleOwner: ownerIsAccount = false } = args;
  const network = connection.networkName;
  const { root } = hre.config.paths;
  const folder = deploymentDirectory(root, network);
  const own = await ownEndpoint(connection);
  const chainId = await connectedChainId(own);
  const rehearsal = isRehearsal(network);

  await compileSources(hre, { live: !rehearsal });
  const found = await findSecondEndpoint(hre, own, chainId);
  const endpoints = found.kind === "agrees" ? ([own, found.endpoint] as const) : ([own] as const);
  const chain = await chainOf(network, chainId, endpoints);
  const record = await readRecord(root, network);
  if (record !== null && (await isPresent(chain, record))) {
    if (!rehearsal || (await isCurrentCode(hre, chain, record))) {
      assertSameTerms(args, record);
      console.log(`Ticket is already deployed to ${network} at ${record.address}. Nothing to do.`);
      return record;
    }
    console.log("The contracts have changed since they were deployed: deploying them again.");
  }
  // The files belong to a discarded chain or to older contracts.
  if (rehearsal && record !== null && !dryRun) await rm(folder, { recursive: true, force: true });

  const deployer = await deployerOf(connection, chain, args);
  const interrupted = record === null && (await hasBegun(folder));
  if (interrupted && !dryRun) await waitForSent(chain, deployer, confirmationsOf(hre, network));
  const terms = askedTerms(args, rehearsal ? deployer : null, currencyOf(chainId));
  const earlier = { record, interrupted };
  const asked = { hre, connection, chain, found, deployer, ...terms, ownerIsAccount, ...earlier };
  // A rehearsal without files starts again on the same chain.
  const isNew = record !== null || (rehearsal && !interrupted);
  const made = isNew ? { renderer: null, sale: null, other: null } : await madeBefore(asked);
  if (made.sale !== null && dryRun) {
    console.log(
      `Ticket is at ${made.sale.address} already. Without --dry-run, its record is written.`,
    );
    return null;
  }
  if (made.sale !== null) return await recorded(hre, made.sale);

  const plan: Plan = { ...asked, made };
  if (check) {
    console.log(`About to deploy Ticket to ${network}:`);
    await preflight(plan);
  }
  if (dryRun) {
    await showDeployment(plan);
    return null;
  }
  if (!rehearsal) await confirm(network, args.yes);
  const sent = await deployByIgnition(plan, folder);
  await chain.refresh();
  const sale = await provenSale(plan, sent);
  if ("wrong" in sale) {
    throw new TaskError(
      `Ticket is at ${sent.address}, but its ${sale.wrong.join(", ")} is not what was asked for. ` +
        "No record was written. Were the contracts or the options changed since the deployment began?",
    );
  }
  return await recorded(hre, sale);
}

async function deployerOf(
  connection: NetworkConnection,
  { network, request }: Chain,
  { dryRun, from }: DeployArguments,
): Promise<string> {
  const deployer = dryRun
    ? await shownDeployer(request, from)
    : (await connection.ethers.getSigners())[0]?.address;
  if (deployer !== undefined) return deployer;
  throw new TaskError(`No account to deploy from: set DEPLOYER_PRIVATE_KEY for ${network}`);
}

/** Blocks, including the transaction's own. A chain with automining makes none without transactions. */
function confirmationsOf({ config }: HardhatRuntimeEnvironment, network: string): number {
  return isRehearsal(network)
    ? 1
    : (config.ignition.requiredConfirmations ?? IGNITION_CONFIRMATIONS);
}

async function deployByIgnition(plan: Plan, folder: string) {
  const { hre, connection, chain, deployer, baseUri } = plan;
  const network = connection.networkName;
  // Ignition would send what its journal has.
  for (const file of IGNITION_STATE) await rm(path.join(folder, file), { force: true });
  const confirmations = confirmationsOf(hre, network);
  const { ticket } = await withProgress(
    hre,
    connection,
    chain,
    await contractsOf(hre, baseUri),
    confirmations,
    () =>
      connection.ignition.deploy(ticketModule(plan), {
        deploymentId: network,
        defaultSender: deployer,
        config: {
          requiredConfirmations: confirmations,
          ...(isRehearsal(network) && { blockPollingInterval: 50 }),
        },
      }),
  );
  const address = await ticket.getAddress();
  const sent = await listTransactions(folder, new HardhatArtifactResolver(hre.artifacts));
  const hash = sent.findLast((one) => one.address === address)?.txHash;
  if (hash === undefined) throw new Error(`Ignition has no transaction that created ${address}`);
  return { address, hash };
}

async function recorded(
  hre: HardhatRuntimeEnvironment,
  record: DeploymentRecord,
): Promise<DeploymentRecord> {
  const file = await keepRecord(hre, record);
  const { network, address } = record;
  console.log(withLinks(network, `Ticket is deployed to ${network} at ${address} (${file}).`));
  return record;
}

async function isPresent(
  { network, chainId, provider, request }: Chain,
  record: DeploymentRecord,
): Promise<boolean> {
  if (record.chainId !== chainId) return false;
  const code = await provider.getCode(record.address);
  if (keccak256(code) !== record.codeHash) return false;
  try {
    await proveRecord(record, request);
  } catch (error) {
    // A local chain may have other code at the same address.
    if (isRehearsal(network) && error instanceof TaskError) return false;
    throw error;
  }
  return true;
}

async function isCurrentCode(
  { artifacts }: HardhatRuntimeEnvironment,
  { provider }: Chain,
  record: DeploymentRecord,
): Promise<boolean> {
  const ticket = await artifacts.readArtifact("Ticket");
  const { name } = rendererContract(record.folderRenderer?.baseUri ?? null);
  const renderer = await artifacts.readArtifact(name);
  return (
    keccak256(ticket.deployedBytecode) === record.codeHash &&
    renderer.deployedBytecode === (await provider.getCode(record.renderer))
  );
}
