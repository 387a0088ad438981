import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { dataLength, getCreateAddress, keccak256 } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { currencyOf, isNetworkName, networks } from "../../../networks.ts";
import { deploymentDirectory, readRecord } from "../record/record.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import { isRehearsal } from "../record/sale.ts";
import { findSecondEndpoint } from "../record/second-endpoint.ts";
import { accountKind } from "../send/account-kind.ts";
import { costNow, currentFees } from "../send/fees.ts";
import { findSafe } from "../send/safe.ts";
import { amountText, grouped, gwei, roughAmountText } from "../shared/amounts.ts";
import { table } from "../shared/table.ts";
import { TaskError } from "../shared/task-action.ts";
import { hasSent, openInteraction } from "./ignition-journal.ts";

/** What the constructor of `Ticket` takes (`SaleConfig`), the renderer aside. */
export interface TicketArguments {
  readonly owner: string;
  /** Wei. */
  readonly ticketPrice: bigint;
  readonly royaltyReceiver: string;
  readonly royaltyBps: bigint;
  readonly startPaused: boolean;
}

export interface Plan {
  readonly hre: HardhatRuntimeEnvironment;
  readonly connection: NetworkConnection;
  readonly chainId: number;
  readonly deployer: string;
  readonly arguments: TicketArguments;
  /** The folder that the pictures are in; `null` if they are drawn on chain. */
  readonly baseUri: string | null;
  /** The owner is meant to be a single account. */
  readonly ownerIsAccount: boolean;
}

interface Check {
  readonly name: string;
  readonly result: "pass" | "warn" | "fail";
  /** What was found, and unless it passes, what to do. */
  readonly text: string;
}

/** EIP-170 and EIP-3860. */
const MAX_RUNTIME_BYTES = 24_576;
const MAX_INITCODE_BYTES = 49_152;
/** Above today's cap of a transaction (EIP-7825): the next fork (EIP-8037) doesn't count new state towards it. */
const SIMULATED_GAS_LIMIT = 100_000_000n;
/** What the plan may become dearer by, from the question to the last transaction, in percent. */
const NEEDED_PERCENT = 150n;

/** Prints what was found; throws unless nothing failed. */
export async function preflight(plan: Plan): Promise<void> {
  const checks = [
    await checkEndpoints(plan),
    await checkRecord(plan),
    ...(await checkEarlier(plan)),
    await checkDeployer(plan),
    await checkNonce(plan),
    ...(await checkCost(plan)),
    ...(await checkCode(plan)),
    await checkCommit(plan),
    await checkOwner(plan),
    checkRoyalty(plan),
    checkPrice(plan),
    checkPictures(plan),
  ];
  console.log(table(checks.map(({ result, name, text }) => [result, name, text])));
  const failed = checks.filter(({ result }) => result === "fail").map(({ name }) => name);
  if (failed.length > 0) {
    throw new TaskError(`The preflight fails (${failed.join(", ")}). Nothing was sent.`);
  }
}

/** What is a mistake where money is meant is only worth a word where it isn't. */
function strict({ connection }: Plan, name: string, text: string): Check {
  const network = connection.networkName;
  const money = isNetworkName(network) && !networks[network].testnet;
  return { name, result: money ? "fail" : "warn", text };
}

function pass(name: string, text: string): Check {
  return { name, result: "pass", text };
}

/** A lying or misconfigured endpoint is found by asking another one. */
async function checkEndpoints({ hre, connection, chainId }: Plan): Promise<Check> {
  const name = "endpoints";
  const publicOnes = !isRehearsal(connection.networkName);
  const second = await findSecondEndpoint(hre, connection, chainId, { publicOnes });
  switch (second.kind) {
    case "agrees":
      return pass(name, `chain id ${chainId} and genesis agree with ${second.endpoint.host}`);
    case "differs":
      return {
        name,
        result: "fail",
        text: `${second.endpoint.host} serves chain ${second.chainId} with another genesis. Find out which one lies.`,
      };
    case "same":
      return {
        name,
        result: "fail",
        text: "SECOND_RPC_URL is the same endpoint. Set it to another provider's.",
      };
    default:
      if (!publicOnes) return pass(name, `chain id ${chainId}; one endpoint, for trying out`);
      return {
        name,
        result: "warn",
        text: `chain id ${chainId}; no second endpoint answers. Set SECOND_RPC_URL to compare.`,
      };
  }
}

/** A live record is never overwritten: what is live may be on sale. */
async function checkRecord({ hre, connection }: Plan): Promise<Check> {
  const name = "record";
  const network = connection.networkName;
  const record = await readRecord(hre.config.paths.root, network);
  if (record === null || isRehearsal(network)) return pass(name, "none yet");
  return {
    name,
    result: "fail",
    text:
      `deployments/${network}/record.json names ${record.address}, and that code isn't there. ` +
      "Check the endpoint; move the folder away if that deployment is really gone.",
  };
}

/** How many of the deployer's last transactions are looked at. */
const EARLIER = 50;

/** A record and a journal that are lost can't tell of an earlier deployment; its address, made by the same key, can. */
async function checkEarlier({ hre, connection, deployer }: Plan): Promise<Check[]> {
  const network = connection.networkName;
  const folder = deploymentDirectory(hre.config.paths.root, network);
  // An interrupted deployment may have made it.
  if (isRehearsal(network) || (await hasSent(folder))) return [];
  const { provider } = connection.ethers;
  const { deployedBytecode } = await hre.artifacts.readArtifact("Ticket");
  const next = await provider.getTransactionCount(deployer);
  const made = Array.from({ length: Math.min(EARLIER, next) }, (_, i) =>
    getCreateAddress({ from: deployer, nonce: next - 1 - i }),
  );
  const codes = await Promise.all(made.map((address) => provider.getCode(address)));
  const found = made[codes.indexOf(deployedBytecode)];
  if (found === undefined) return [];
  return [
    {
      name: "earlier",
      result: "warn",
      text:
        `${deployer} has made a Ticket already, ${found}: this makes another. ` +
        `If you mean that one: npm run hardhat -- ticket adopt ${found} --network ${network}`,
    },
  ];
}

async function checkDeployer({ hre, connection, deployer }: Plan): Promise<Check> {
  const name = "deployer";
  const open = await openInteraction(
    deploymentDirectory(hre.config.paths.root, connection.networkName),
  );
  if (open !== null && open.from !== deployer) {
    return {
      name,
      result: "fail",
      text: `${deployer}, and ${open.from} began. Finish with the same key.`,
    };
  }
  return pass(name, deployer);
}

async function checkNonce({ connection, deployer }: Plan): Promise<Check> {
  const { provider } = connection.ethers;
  const [latest, pending] = await Promise.all([
    provider.getTransactionCount(deployer, "latest"),
    provider.getTransactionCount(deployer, "pending"),
  ]);
  if (latest === pending) return pass("nonce", `${latest}, nothing pending`);
  return {
    name: "nonce",
    result: "fail",
    text: `${pending - latest} of its transactions are pending. Wait for them, or replace them, and run this again.`,
  };
}

async function checkCost(plan: Plan): Promise<Check[]> {
  const { connection, deployer } = plan;
  const currency = currencyOf(plan.chainId);
  const fees = await currentFees({
    request: (method, params) => connection.provider.request({ method, params: [...params] }),
  });
  const [now, next] = [await gasOn("osaka", plan), await gasOn("amsterdam", plan)];
  const cost = costNow(now, fees);
  const needed = (cost * NEEDED_PERCENT) / 100n;
  const balance = await connection.ethers.provider.getBalance(deployer);
  const checks = [
    pass(
      "cost",
      `${roughAmountText(cost, currency)} (${grouped(now)} gas, base fee ${gwei(fees.baseFee)}); ` +
        `on the next fork ${roughAmountText(costNow(next, fees), currency)} (${grouped(next)} gas)`,
    ),
    balance >= needed
      ? pass("balance", amountText(balance, currency))
      : ({
          name: "balance",
          result: "fail",
          text:
            `${amountText(balance, currency)} is insufficient: 1.5 times the cost is ` +
            `${amountText(needed, currency)}. Send some to ${deployer}.`,
        } as const),
  ];
  const cap = connection.networkConfig.ignition.maxFeePerGasLimit;
  if (cap !== undefined) {
    checks.push(
      fees.maxFeePerGas <= cap
        ? pass("fee", `${gwei(fees.maxFeePerGas)} at most, cap ${gwei(cap)}`)
        : {
            name: "fee",
            result: "fail",
            text: `up to ${gwei(fees.maxFeePerGas)}, above the cap of ${gwei(cap)}. Wait for a quieter hour.`,
          },
    );
  }
  return checks;
}

/** Deploys the plan to a chain in memory under that fork's rules. @returns the gas that it used */
async function gasOn(hardfork: string, plan: Plan): Promise<bigint> {
  const { hre, arguments: args, baseUri } = plan;
  const simulated = await quietly(() =>
    hre.network.create({
      network: "default",
      override: {
        hardfork,
        blockGasLimit: 3n * SIMULATED_GAS_LIMIT,
        transactionGasCap: SIMULATED_GAS_LIMIT,
      },
    }),
  );
  try {
    const { ethers } = simulated;
    const limit = { gasLimit: SIMULATED_GAS_LIMIT };
    const { name } = rendererContract(baseUri);
    const rendererArguments = baseUri === null ? [] : [baseUri];
    const renderer = await ethers.deployContract(name, rendererArguments, limit);
    const config = { ...args, renderer: await renderer.getAddress() };
    const ticket = await ethers.deployContract("Ticket", [config], limit);
    let gas = 0n;
    for (const contract of [renderer, ticket]) {
      gas += (await contract.deploymentTransaction()?.wait())?.gasUsed ?? 0n;
    }
    return gas;
  } finally {
    await simulated.close();
  }
}

/** Mutes Hardhat's warning that the next hardfork is not final: it is simulated on purpose. */
async function quietly<T>(run: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => {};
  try {
    return await run();
  } finally {
    console.error = error;
  }
}

async function checkCode(plan: Plan): Promise<Check[]> {
  const { hre, connection, baseUri } = plan;
  const sizes = await Promise.all(
    [rendererContract(baseUri).name, "Ticket"].map(async (name) => {
      const { bytecode, deployedBytecode } = await hre.artifacts.readArtifact(name);
      return { name, initcode: dataLength(bytecode), runtime: dataLength(deployedBytecode) };
    }),
  );
  const fits = sizes.every(
    ({ initcode, runtime }) => runtime <= MAX_RUNTIME_BYTES && initcode <= MAX_INITCODE_BYTES,
  );
  const text = sizes.map(({ name, runtime }) => `${name} ${grouped(runtime)} bytes`).join(", ");
  const checks: Check[] = [
    fits
      ? pass("size", text)
      : {
          name: "size",
          result: "fail",
          text: `${text}: at most ${grouped(MAX_RUNTIME_BYTES)}, and ${grouped(MAX_INITCODE_BYTES)} of initcode`,
        },
  ];
  if (isRehearsal(connection.networkName)) return checks;

  const name = "rehearsal";
  const rehearsed = await readRecord(hre.config.paths.root, "rehearsal");
  const { deployedBytecode } = await hre.artifacts.readArtifact("Ticket");
  if (rehearsed === null) {
    checks.push(strict(plan, name, "never rehearsed here. Run: npm run rehearse"));
  } else if (rehearsed.codeHash !== keccak256(deployedBytecode)) {
    checks.push(strict(plan, name, "other code was rehearsed. Run: npm run rehearse"));
  } else checks.push(pass(name, "the same code was rehearsed"));
  return checks;
}

async function checkCommit(plan: Plan): Promise<Check> {
  const name = "commit";
  const commit = await currentCommit(plan.hre.config.paths.root);
  if (commit === null) return strict(plan, name, "not a git repository. Deploy from a clone.");
  if (commit.endsWith("-dirty")) {
    return strict(plan, name, "there are uncommitted changes. Commit or remove them.");
  }
  return pass(name, commit);
}

/** @returns the commit; ends in `-dirty` when there are uncommitted changes, `null` outside git */
export async function currentCommit(root: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(
      "git",
      ["describe", "--always", "--dirty", "--abbrev=40", "--match="],
      { cwd: root },
    );
    return stdout.trim();
  } catch {
    return null;
  }
}

async function checkOwner(plan: Plan): Promise<Check> {
  const name = "owner";
  const { owner } = plan.arguments;
  const { provider } = plan.connection.ethers;
  const safe = await findSafe(provider, owner);
  if (safe !== null && safe.threshold >= 2) {
    return pass(
      name,
      `${owner}, a Safe with ${safe.threshold} of ${safe.owners.length} signatures`,
    );
  }
  const what =
    safe !== null
      ? "a Safe with a threshold of 1"
      : (await accountKind(provider, owner)) === "contract"
        ? "a contract that is no Safe"
        : "a single account";
  if (plan.ownerIsAccount) return pass(name, `${owner}, ${what}, as meant`);
  return strict(
    plan,
    name,
    `${owner} is ${what}. Use a Safe with a threshold of 2, or say --single-owner.`,
  );
}

function checkRoyalty({ arguments: { royaltyReceiver, royaltyBps } }: Plan): Check {
  return pass("royalty", `${Number(royaltyBps) / 100} % to ${royaltyReceiver}`);
}

function checkPrice({ chainId, arguments: { ticketPrice, startPaused } }: Plan): Check {
  const price = amountText(ticketPrice, currencyOf(chainId));
  return pass("price", `${price}, sales ${startPaused ? "paused" : "open at once"}`);
}

function checkPictures({ baseUri }: Plan): Check {
  const name = "pictures";
  if (baseUri === null) return pass(name, "drawn on chain by TicketRenderer");
  return {
    name,
    result: "warn",
    text:
      `in ${baseUri}: nothing proves that its files are there. ` +
      "It has to have collection.json and, for every ticket, <number>.json: see docs/pictures.md.",
  };
}
