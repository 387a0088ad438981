import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { discountPercent } from "../../../collection.ts";
import { isNetworkName, networks } from "../../../networks.ts";
import { Payouts__factory } from "../../../typechain-types/factories/contracts/Payouts__factory.ts";
import { parseCommission } from "../affiliates/commission.ts";
import { readLogs } from "../chain/logs.ts";
import { parseAddress } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { type Change, doneText, labelled, type Unusual } from "../outbox/change.ts";
import { type Outgoing, type SendArguments, sendTask } from "../outbox/outbox.ts";
import type { RpcTransaction } from "../outbox/pending-calls.ts";
import { describeOwner } from "../outbox/safe/safe.ts";
import { assertForDryRun, deployerOf } from "../outbox/sender.ts";
import { callText, textOf } from "../outbox/ticket-call.ts";
import { commitProblem, currentCommit } from "../record/commit.ts";
import { compileSources } from "../record/compile.ts";
import { keepSources } from "../record/deployed-artifacts.ts";
import { recentCreations } from "../record/recent-creations.ts";
import { isCodeOf } from "../record/runtime-code.ts";
import type { Sale } from "../record/sale.ts";
import { percentText } from "./books.ts";
import {
  encodedPayoutArguments,
  mayDeployPayouts,
  PAYOUTS_CODE_HASH,
  type PayoutsRecord,
  provenPayouts,
  provePayouts,
  writePayoutsRecord,
} from "./payouts-record.ts";

interface DeployPayoutsArguments extends SendArguments {
  readonly commission: string | undefined;
  readonly owner: string | undefined;
  readonly from?: string | undefined;
}

type Terms = PayoutsRecord["arguments"];

const MOST_BPS = 5_000n;
/** A value outside this range is probably a misplaced decimal point. */
const USUAL_BPS = { least: 100n, most: 2_000n };

export default ((args, hre) => {
  const { commission, owner: typedOwner, from } = args;
  assertForDryRun(from, args.dryRun);
  if (commission === undefined) {
    throw new TaskError("Set the commission in percent, for example --commission 5");
  }
  const bps = parseCommission(commission);
  if (bps > MOST_BPS) {
    throw new TaskError(`--commission is above 50, the most that Payouts takes: ${commission}`);
  }
  const typed = typedOwner === undefined ? null : parseAddress("--owner", typedOwner);
  return sendTask(hre, args, async (sale) => {
    const present = await provenPayouts(sale);
    if (present !== null) {
      assertAskedFor(sale, present, bps, typed);
      return null;
    }
    const terms = {
      owner: await ownerOf(sale, typed),
      ticket: sale.record.address,
      commissionBps: Number(bps),
    };
    return await deployment(hre, sale, terms, { commission, from });
  });
}) satisfies TaskAction<DeployPayoutsArguments>;

function assertAskedFor(
  { network }: Sale,
  { address, arguments: { owner, commissionBps } }: PayoutsRecord,
  bps: bigint,
  typed: string | null,
): void {
  const wrong: string[] = [];
  if (commissionBps !== Number(bps)) {
    const [recorded, asked] = [commissionBps, Number(bps)].map(percentText);
    wrong.push(`its commission is ${recorded}, and you asked for ${asked}`);
  }
  if (typed !== null && typed !== owner) {
    wrong.push(`its first owner is ${owner}, and you asked for ${typed}`);
  }
  if (wrong.length > 0) {
    throw new TaskError(
      `Payouts is already deployed to ${network} at ${address}: ${wrong.join("; ")}. Neither can be changed. ` +
        "A second contract would start with empty books, and owe again what this one has paid. Nothing was sent.",
    );
  }
  console.log(`Payouts is already deployed to ${network} at ${address}. Nothing to do.`);
}

/** Two endpoints must agree on the owner, because the owner can withdraw the contract's balance. */
async function ownerOf(sale: Sale, typed: string | null): Promise<string> {
  if (typed !== null) return typed;
  const owner = await sale.ticket.owner();
  if (owner === sale.record.arguments.owner) return owner;
  throw new TaskError(
    `The sale belongs to ${owner} by now, as the endpoint says. Name the owner of Payouts: --owner ${owner}`,
  );
}

async function deployment(
  hre: HardhatRuntimeEnvironment,
  sale: Sale,
  terms: Terms,
  { commission, from }: { readonly commission: string; readonly from: string | undefined },
): Promise<Outgoing> {
  await hre.tasks.getTask("build").run({ quiet: true, noTests: true });
  const sender = await deployerOf(sale, from);
  assertMayDeploy(sale, sender.address);
  await assertCommitted(sale);
  const data = Payouts__factory.bytecode + encodedPayoutArguments(terms).slice(2);
  const made = () => madeBefore(hre, sale, sender.address, terms);
  const change = async (): Promise<Change | null> => {
    const address = await made();
    if (address === null) {
      if (sale.live && !sale.dryRun) await compileSources(hre, { live: true });
      return await creation(sale, terms, data, commission);
    }
    if (sale.dryRun) {
      console.log(`Payouts is at ${address} already. Without --dry-run, its record is written.`);
    }
    return null;
  };
  const after = async () => {
    const address = sale.dryRun ? null : await made();
    if (address !== null) await record(hre, sale, address, terms);
  };
  return { sender, isAsked: (pending) => pending === data, change, after };
}

async function creation(
  sale: Sale,
  terms: Terms,
  data: string,
  commission: string,
): Promise<Change> {
  const { commissionBps, owner } = terms;
  return {
    name: "deploy-payouts",
    title: "Deploy Payouts, which pays the affiliates",
    lines: [
      labelled("commission", `${percentText(commissionBps)} of what buyers with a code pay`),
      labelled("owner", `${owner}, ${(await describeOwner(sale.provider, owner)).what}`),
      labelled("fixed", "the commission and the Ticket, for ever"),
      labelled("creation", callText(data)),
    ],
    calls: [{ data, asked: textOf("new Payouts", [Object.values(terms)]) }],
    unusual: unusual(commissionBps, commission),
    // `provePayouts` compares code and terms before it writes the record.
    mismatch: async () => null,
    report: (receipts) => doneText(sale, receipts),
  };
}

function assertMayDeploy(sale: Sale, deployer: string): void {
  if (mayDeployPayouts(sale, deployer)) return;
  throw new TaskError(
    `${deployer} neither deployed the Ticket nor was its first owner, so tasks could not tell its Payouts from an attacker's. ` +
      `Deploy it from ${sale.record.deployer}. Nothing was sent.`,
  );
}

async function assertCommitted(sale: Sale): Promise<void> {
  const problem = commitProblem(await currentCommit(sale.root));
  if (problem === null) return;
  const { network } = sale;
  if (isNetworkName(network) && !networks[network].testnet) {
    throw new TaskError(`Nothing was sent: ${problem}`);
  }
  console.error(`Warning: ${problem}`);
}

function unusual(commissionBps: number, typed: string): Unusual | undefined {
  const bps = BigInt(commissionBps);
  if (bps >= USUAL_BPS.least && bps <= USUAL_BPS.most) return undefined;
  const what =
    `A commission of ${percentText(commissionBps)} is unusual, it can't be changed later, and buyers with a code save ` +
    `${discountPercent} %`;
  return { what, word: `${typed} percent` };
}

/**
 * Finds an interrupted run's contract with these terms.
 * @throws a `TaskError` for other terms, because two contracts would keep separate accounts
 */
async function madeBefore(
  hre: HardhatRuntimeEnvironment,
  sale: Sale,
  deployer: string,
  terms: Terms,
): Promise<string | null> {
  const compiled = await hre.artifacts.readArtifact("Payouts");
  if (compiled.bytecode !== Payouts__factory.bytecode) {
    throw new TaskError(
      "typechain-types did not match contracts/Payouts.sol, and was generated again. Run this command again. Nothing was sent.",
    );
  }
  for (const { address, code } of await recentCreations(sale.provider, deployer)) {
    if (!isCodeOf(compiled, code)) continue;
    const payouts = Payouts__factory.connect(address, sale.provider);
    if ((await payouts.ticket()) !== sale.record.address) continue;
    const created = await creationOf(sale, address);
    if (created.input === Payouts__factory.bytecode + encodedPayoutArguments(terms).slice(2)) {
      return address;
    }
    throw new TaskError(
      `${deployer} has made Payouts ${address} for this Ticket already, with a commission of ` +
        `${percentText(Number(await payouts.commissionBps()))}. A second one would start with empty books, and owe again what ` +
        "this one has paid. Restore deployments from git. Nothing was sent.",
    );
  }
  return null;
}

async function creationOf(sale: Sale, address: string): Promise<RpcTransaction> {
  const { topicHash } = Payouts__factory.createInterface().getEvent("OwnershipTransferred");
  const blocks = { from: sale.record.blockNumber, to: await sale.provider.getBlockNumber() };
  const { logs } = await readLogs(sale, { address, topics: [topicHash] }, blocks);
  const hash = logs[0]?.transactionHash;
  const sent = hash === undefined ? null : await sale.request("eth_getTransactionByHash", [hash]);
  if (sent !== null) return sent as RpcTransaction;
  throw new TaskError(
    `The endpoint does not show the transaction that made ${address}. Try another one.`,
  );
}

async function record(
  hre: HardhatRuntimeEnvironment,
  sale: Sale,
  address: string,
  terms: Terms,
): Promise<void> {
  const sent = await creationOf(sale, address);
  const made: PayoutsRecord = {
    network: sale.network,
    chainId: sale.chainId,
    address,
    deployer: parseAddress("The deployer", sent.from),
    deployerNonce: Number(sent.nonce),
    arguments: terms,
    transactionHash: sent.hash,
    blockNumber: Number(sent.blockNumber),
    creationCodeHash: PAYOUTS_CODE_HASH,
    commit: await currentCommit(sale.root),
  };
  await provePayouts(sale, made);
  await keepSources(hre, sale.network, ["Payouts"]);
  const file = await writePayoutsRecord(sale, made);
  const done =
    `Payouts is deployed to ${sale.network} at ${address} (${file}). ` +
    `Next: npm run hardhat -- affiliates payees import payees.csv --network ${sale.network}`;
  console.log(withLinks(sale.network, done));
}
