import { keccak256 } from "ethers";
import { currencyOf, secondEndpointVariable } from "../../../networks.ts";
import { clockProblem } from "../chain/clock.ts";
import { findSecondEndpoint } from "../chain/endpoints.ts";
import { amountText } from "../cli/amounts.ts";
import { table } from "../cli/table.ts";
import { TaskError } from "../cli/task.ts";
import { accountKind } from "../outbox/safe/account-kind.ts";
import { findSafe } from "../outbox/safe/safe.ts";
import { currentCommit } from "../record/commit.ts";
import { askOf } from "../record/prove-record.ts";
import { recentCreations } from "../record/recent-creations.ts";
import { deploymentDirectory, readRecord } from "../record/record.ts";
import { isRehearsal } from "../record/sale.ts";
import { type Check, fail, pass, strict, warn } from "./check.ts";
import { costChecks } from "./cost-checks.ts";
import { hasSent, openInteraction } from "./ignition-journal.ts";
import type { Plan } from "./plan.ts";

export async function preflight(plan: Plan): Promise<void> {
  const checks = [
    await checkEndpoints(plan),
    await checkRecord(plan),
    ...(await checkEarlier(plan)),
    await checkDeployer(plan),
    await checkNonce(plan),
    ...(await checkClock(plan)),
    ...(await costChecks(plan)),
    ...(await checkRehearsed(plan)),
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

async function checkEndpoints({ hre, connection, chainId }: Plan): Promise<Check> {
  const name = "endpoints";
  const publicOnes = !isRehearsal(connection.networkName);
  const variable = secondEndpointVariable(connection.networkName);
  const second = await findSecondEndpoint(hre, connection, chainId, { publicOnes });
  switch (second.kind) {
    case "agrees": {
      const text = `chain id ${chainId} and genesis agree with ${second.endpoint.host}`;
      if (second.domain === null) return pass(name, text);
      return warn(name, `${text}; both are of ${second.domain}.`);
    }
    case "wrong":
      return fail(name, second.text);
    default: {
      if (!publicOnes) return pass(name, `chain id ${chainId}; one endpoint, for trying out`);
      const why = second.kind === "refused" ? `${variable} is none` : "no second endpoint answers";
      return warn(name, `chain id ${chainId}; ${why}. Set ${variable} to compare.`);
    }
  }
}

async function checkRecord({ hre, connection }: Plan): Promise<Check> {
  const name = "record";
  const network = connection.networkName;
  const record = await readRecord(hre.config.paths.root, network);
  if (record === null || isRehearsal(network)) return pass(name, "none yet");
  return fail(
    name,
    `deployments/${network}/record.json names ${record.address}, and that code isn't there. ` +
      "Check the endpoint; move the folder away if that deployment is really gone.",
  );
}

/**
 * Checks the deployer's earlier contracts, because one may be a deployment whose record and journal
 * are lost.
 */
async function checkEarlier({ hre, connection, deployer }: Plan): Promise<Check[]> {
  const network = connection.networkName;
  const folder = deploymentDirectory(hre.config.paths.root, network);
  if (isRehearsal(network) || (await hasSent(folder))) return [];
  const { provider } = connection.ethers;
  const { deployedBytecode } = await hre.artifacts.readArtifact("Ticket");
  const created = await recentCreations(provider, deployer);
  const found = created.find(({ code }) => code === deployedBytecode)?.address;
  if (found === undefined) return [];
  return [
    warn(
      "earlier",
      `${deployer} has made a Ticket already, ${found}: this makes another. ` +
        `If you mean that one: npm run hardhat -- ticket adopt ${found} --network ${network}`,
    ),
  ];
}

async function checkDeployer({ hre, connection, deployer }: Plan): Promise<Check> {
  const name = "deployer";
  const open = await openInteraction(
    deploymentDirectory(hre.config.paths.root, connection.networkName),
  );
  if (open !== null && open.from !== deployer) {
    return fail(name, `${deployer}, and ${open.from} began. Finish with the same key.`);
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
  return fail(
    "nonce",
    `${pending - latest} of its transactions are pending. Wait for them, or replace them, and run this again.`,
  );
}

async function checkRehearsed(plan: Plan): Promise<Check[]> {
  const { hre, connection } = plan;
  if (isRehearsal(connection.networkName)) return [];
  const name = "rehearsal";
  const rehearsed = await readRecord(hre.config.paths.root, "rehearsal");
  const { deployedBytecode } = await hre.artifacts.readArtifact("Ticket");
  if (rehearsed === null) {
    return [strict(plan, name, "never rehearsed here. Run: npm run rehearse")];
  }
  if (rehearsed.codeHash !== keccak256(deployedBytecode)) {
    return [strict(plan, name, "other code was rehearsed. Run: npm run rehearse")];
  }
  return [pass(name, "the same code was rehearsed")];
}

async function checkClock({ connection }: Plan): Promise<Check[]> {
  const name = "clock";
  if (isRehearsal(connection.networkName)) return [];
  const problem = await clockProblem(askOf(connection));
  return [problem === null ? pass(name, "as the newest block's") : warn(name, `${problem}.`)];
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
        ? "a contract, but not a Safe"
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
  return warn(
    name,
    `in ${baseUri}: nothing proves that its files are there. ` +
      "It has to have collection.json and, for every ticket, <number>.json: see docs/pictures.md.",
  );
}
