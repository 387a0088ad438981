import { keccak256 } from "ethers";
import { currencyOf, secondEndpointVariable } from "../../../networks.ts";
import { clockProblem } from "../chain/clock.ts";
import { amountText } from "../cli/amounts.ts";
import { table } from "../cli/table.ts";
import { TaskError } from "../cli/task.ts";
import { describeOwner } from "../outbox/safe/safe.ts";
import { commitProblem, currentCommit } from "../record/commit.ts";
import { askOf } from "../record/prove-record.ts";
import { readRecord } from "../record/record.ts";
import { isRehearsal } from "../record/sale.ts";
import { type Check, fail, pass, strict, warn } from "./check.ts";
import { costChecks } from "./cost-checks.ts";
import type { Plan } from "./plan.ts";

export async function preflight(plan: Plan): Promise<void> {
  const checks = [
    checkEndpoints(plan),
    await checkRecord(plan),
    ...checkEarlier(plan),
    pass("deployer", plan.deployer),
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

function checkEndpoints({ connection, chainId, found }: Plan): Check {
  const name = "endpoints";
  const variable = secondEndpointVariable(connection.networkName);
  switch (found.kind) {
    case "agrees": {
      const text = `chain id ${chainId} and genesis agree with ${found.endpoint.host}`;
      if (found.domain === null) return pass(name, text);
      return warn(name, `${text}; both are of ${found.domain}.`);
    }
    case "wrong":
      return fail(name, found.text);
    default: {
      if (isRehearsal(connection.networkName))
        return pass(name, `chain id ${chainId}; one endpoint, for trying out`);
      const why = found.kind === "refused" ? `${variable} is none` : "no second endpoint answers";
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

function checkEarlier({ connection, deployer, made: { other } }: Plan): Check[] {
  if (other === null) return [];
  return [
    warn(
      "earlier",
      `${deployer} has made a Ticket already, ${other}: this makes another. ` +
        `If you mean that one: npm run hardhat -- ticket adopt ${other} --network ${connection.networkName}`,
    ),
  ];
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
  const problem = commitProblem(commit);
  return problem === null ? pass(name, String(commit)) : strict(plan, name, problem);
}

async function checkOwner(plan: Plan): Promise<Check> {
  const name = "owner";
  const { owner } = plan.arguments;
  const { what, isSound } = await describeOwner(plan.connection.ethers.provider, owner);
  if (isSound) return pass(name, `${owner}, ${what}`);
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
