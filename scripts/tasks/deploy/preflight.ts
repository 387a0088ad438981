import { keccak256 } from "ethers";
import { currencyOf, secondEndpointVariable } from "../../../networks.ts";
import { clockProblem } from "../chain/clock.ts";
import { amountText } from "../cli/amounts.ts";
import { table } from "../cli/table.ts";
import { TaskError } from "../cli/task.ts";
import { describeOwner } from "../outbox/safe/safe.ts";
import { commitProblem, currentCommit } from "../record/commit.ts";
import { readRecord } from "../record/record.ts";
import { isRehearsal } from "../record/sale.ts";
import { type Check, type Checks, fail, pass, strict, warn } from "./check.ts";
import { costChecks } from "./cost-checks.ts";
import type { Plan } from "./plan.ts";

export async function preflight(plan: Plan): Promise<void> {
  const checks: Checks = {
    endpoints: checkEndpoints(plan),
    record: checkRecord(plan),
    earlier: checkEarlier(plan),
    deployer: pass(plan.deployer),
    nonce: await checkNonce(plan),
    clock: await checkClock(plan),
    ...(await costChecks(plan)),
    rehearsal: await checkRehearsed(plan),
    commit: await checkCommit(plan),
    owner: await checkOwner(plan),
    ...checkTerms(plan),
    pictures: checkPictures(plan),
  };
  const said = Object.entries(checks).flatMap(([name, check]) =>
    check === null ? [] : [[check.result, name, check.text] as const],
  );
  console.log(table(said));
  const failed = said.filter(([result]) => result === "fail").map(([, name]) => name);
  if (failed.length > 0) {
    throw new TaskError(`The preflight fails (${failed.join(", ")}). Nothing was sent.`);
  }
}

function checkEndpoints({ chain: { network, chainId }, found }: Plan): Check {
  const variable = secondEndpointVariable(network);
  switch (found.kind) {
    case "agrees": {
      const text = `chain id ${chainId} and genesis agree with ${found.endpoint.host}`;
      return found.domain === null ? pass(text) : warn(`${text}; both are of ${found.domain}.`);
    }
    case "wrong":
      return fail(found.text);
    default: {
      if (isRehearsal(network)) {
        return pass(`chain id ${chainId}; one endpoint, for trying out`);
      }
      const why = found.kind === "refused" ? `${variable} is none` : "no second endpoint answers";
      return warn(`chain id ${chainId}; ${why}. Set ${variable} to compare.`);
    }
  }
}

function checkRecord({ chain: { network }, record }: Plan): Check {
  if (record === null || isRehearsal(network)) return pass("none yet");
  return fail(
    `deployments/${network}/record.json names ${record.address}, and that code isn't there. ` +
      "Check the endpoint; move the folder away if that deployment is really gone.",
  );
}

function checkEarlier({ chain: { network }, deployer, interrupted, made }: Plan): Check | null {
  const { renderer, other } = made;
  if (other !== null && interrupted) {
    return fail(
      `an interrupted run deployed a Ticket with other terms or code, ${other}. Run it again with its first options, or move ` +
        `deployments/${network} away to deploy another Ticket.`,
    );
  }
  if (other !== null) {
    return warn(
      `${deployer} has already deployed a Ticket, ${other}: this deploys another. ` +
        `If you mean that one: npm run hardhat -- ticket adopt ${other} --network ${network}`,
    );
  }
  if (!interrupted || renderer !== null) return null;
  return warn(
    `a run was interrupted, but ${deployer} deployed nothing in it. Did it use another key?`,
  );
}

async function checkNonce({ chain: { provider }, deployer }: Plan): Promise<Check> {
  const [latest, pending] = await Promise.all([
    provider.getTransactionCount(deployer, "latest"),
    provider.getTransactionCount(deployer, "pending"),
  ]);
  if (latest === pending) return pass(`${latest}, nothing pending`);
  return fail(
    `${pending - latest} of its transactions are pending. Wait for them, or replace them, and run this again.`,
  );
}

async function checkRehearsed(plan: Plan): Promise<Check | null> {
  const { hre, chain } = plan;
  if (isRehearsal(chain.network)) return null;
  const rehearsed = await readRecord(hre.config.paths.root, "rehearsal");
  const { deployedBytecode } = await hre.artifacts.readArtifact("Ticket");
  if (rehearsed === null) return strict(plan, "never rehearsed here. Run: npm run rehearse");
  if (rehearsed.codeHash !== keccak256(deployedBytecode)) {
    return strict(plan, "other code was rehearsed. Run: npm run rehearse");
  }
  return pass("the same code was rehearsed");
}

async function checkClock({ chain: { network, request } }: Plan): Promise<Check | null> {
  if (isRehearsal(network)) return null;
  const problem = await clockProblem(request);
  return problem === null ? pass("as the newest block's") : warn(`${problem}.`);
}

async function checkCommit(plan: Plan): Promise<Check> {
  const commit = await currentCommit(plan.hre.config.paths.root);
  const problem = commitProblem(commit);
  return problem === null ? pass(String(commit)) : strict(plan, problem);
}

async function checkOwner(plan: Plan): Promise<Check> {
  const { owner } = plan.arguments;
  const { what, isSound } = await describeOwner(plan.chain.provider, owner);
  if (isSound) return pass(`${owner}, ${what}`);
  if (plan.ownerIsAccount) return pass(`${owner}, ${what}, as meant`);
  return strict(
    plan,
    `${owner} is ${what}. Use a Safe with a threshold of 2, or pass --single-owner.`,
  );
}

function checkTerms({ chain, arguments: terms }: Plan): Checks {
  const { royaltyReceiver, royaltyBps, ticketPrice, startPaused } = terms;
  const price = amountText(ticketPrice, currencyOf(chain.chainId));
  return {
    royalty: pass(`${Number(royaltyBps) / 100} % to ${royaltyReceiver}`),
    price: pass(`${price}, sales ${startPaused ? "paused" : "open at once"}`),
  };
}

function checkPictures({ baseUri }: Plan): Check {
  if (baseUri === null) return pass("drawn on chain by TicketRenderer");
  return warn(
    `in ${baseUri}: nothing proves that its files are there. ` +
      "It must have collection.json and, for every ticket, <number>.json: see docs/pictures.md.",
  );
}
