import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { discountPercent } from "../../../collection.ts";
import { isNetworkName, networks } from "../../../networks.ts";
import type { Payouts } from "../../../typechain-types/contracts/Payouts.ts";
import { Payouts__factory } from "../../../typechain-types/factories/contracts/Payouts__factory.ts";
import { parseCommission } from "../affiliates/commission.ts";
import { readLogs } from "../chain/logs.ts";
import { parseAddress } from "../cli/amounts.ts";
import { withLinks } from "../cli/explorer.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { type Change, doneText, labelled, type Unusual } from "../outbox/change.ts";
import { type Outgoing, type SendArguments, sendTask } from "../outbox/outbox.ts";
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
const USUAL_BPS = { least: 100, most: 2_000 };

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
    const asked = { ticket: sale.record.address, commissionBps: Number(bps) };
    const present = await provenPayouts(sale);
    if (present === null) {
      return await deployment(hre, sale, { ...asked, owner: await ownerOf(sale, typed) }, from);
    }
    assertAskedFor(sale, present, { ...asked, owner: typed ?? present.arguments.owner });
    console.log(
      `Payouts is already deployed to ${sale.network} at ${present.address}. Nothing to do.`,
    );
    return null;
  });
}) satisfies TaskAction<DeployPayoutsArguments>;

/** Refuses other terms, because two contracts would keep separate accounts. */
function assertAskedFor(
  { network }: Sale,
  { address, arguments: made }: PayoutsRecord,
  asked: Terms,
): void {
  const wrong: string[] = [];
  if (made.commissionBps !== asked.commissionBps) {
    const [recorded, wanted] = [made, asked].map((terms) => percentText(terms.commissionBps));
    wrong.push(`its commission is ${recorded}, and you asked for ${wanted}`);
  }
  if (made.owner !== asked.owner) {
    wrong.push(`its first owner is ${made.owner}, and you asked for ${asked.owner}`);
  }
  if (wrong.length > 0) {
    throw new TaskError(
      `Payouts is already deployed to ${network} at ${address}: ${wrong.join("; ")}. Neither can be changed. ` +
        "A second contract would start with empty books, and owe again what this one has paid. Nothing was sent.",
    );
  }
}

/** Two endpoints must agree on the owner, because the owner can withdraw the contract's balance. */
async function ownerOf(sale: Sale, typed: string | null): Promise<string> {
  if (typed !== null) return typed;
  const owner = await sale.ticket.owner();
  if (owner === sale.record.arguments.owner) return owner;
  throw new TaskError(
    `The endpoint says that ${owner} owns the sale now. Name the owner of Payouts: --owner ${owner}`,
  );
}

async function deployment(
  hre: HardhatRuntimeEnvironment,
  sale: Sale,
  terms: Terms,
  from: string | undefined,
): Promise<Outgoing> {
  await hre.tasks.getTask("build").run({ quiet: true, noTests: true });
  const sender = await deployerOf(sale, from);
  assertMayDeploy(sale, sender.address);
  await assertCommitted(sale);
  const data = Payouts__factory.bytecode + encodedPayoutArguments(terms).slice(2);
  const made = () => madeBefore(hre, sale, sender.address, terms);
  const change = async (): Promise<Change | null> => {
    const found = await made();
    if (found === null) {
      if (sale.live && !sale.dryRun) await compileSources(hre, { live: true });
      return await creation(sale, terms, data);
    }
    if (sale.dryRun) {
      console.log(
        `Payouts is at ${found.address} already. Without --dry-run, its record is written.`,
      );
    }
    return null;
  };
  const after = async () => {
    const found = sale.dryRun ? null : await made();
    if (found !== null) await keep(hre, sale, found);
  };
  return { sender, isAsked: (pending) => pending === data, change, after };
}

async function creation(sale: Sale, terms: Terms, data: string): Promise<Change> {
  const { owner, ticket, commissionBps } = terms;
  return {
    name: "deploy-payouts",
    title: "Deploy Payouts, which pays the affiliates",
    lines: [
      labelled("commission", `${percentText(commissionBps)} of what buyers with a code pay`),
      labelled("owner", `${owner}, ${(await describeOwner(sale.provider, owner)).what}`),
      labelled("fixed", "the commission and the Ticket, for ever"),
      labelled("creation", callText(data)),
    ],
    calls: [{ data, asked: textOf("new Payouts", [[owner, ticket, commissionBps]]) }],
    unusual: unusual(commissionBps),
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

function unusual(commissionBps: number): Unusual | undefined {
  if (commissionBps >= USUAL_BPS.least && commissionBps <= USUAL_BPS.most) return undefined;
  const what =
    `A commission of ${percentText(commissionBps)} is unusual, it can't be changed later, and buyers with a code save ` +
    `${discountPercent} %`;
  return { what, word: `${commissionBps / 100} percent` };
}

/** Finds the contract of an interrupted run, or one whose record was lost. */
async function madeBefore(
  hre: HardhatRuntimeEnvironment,
  sale: Sale,
  deployer: string,
  asked: Terms,
): Promise<PayoutsRecord | null> {
  const compiled = await hre.artifacts.readArtifact("Payouts");
  if (compiled.bytecode !== Payouts__factory.bytecode) {
    throw new TaskError(
      "typechain-types did not match contracts/Payouts.sol, and was generated again. Run this command again. Nothing was sent.",
    );
  }
  for (const { address, nonce, code } of await recentCreations(sale.provider, deployer)) {
    if (!isCodeOf(compiled, code)) continue;
    const payouts = Payouts__factory.connect(address, sale.provider);
    const ticket = await payouts.ticket();
    if (ticket !== sale.record.address) continue;
    const { owner, ...place } = await creationOf(sale, payouts);
    const commissionBps = Number(await payouts.commissionBps());
    const made = {
      network: sale.network,
      chainId: sale.chainId,
      address,
      deployer,
      deployerNonce: nonce,
      arguments: { owner, ticket, commissionBps },
      ...place,
      creationCodeHash: PAYOUTS_CODE_HASH,
      commit: await currentCommit(sale.root),
    };
    assertAskedFor(sale, made, asked);
    return made;
  }
  return null;
}

/** Reads the contract's first event, which names its first owner. */
async function creationOf(sale: Sale, { target, interface: abi }: Payouts) {
  const address = String(target);
  const { topicHash } = abi.getEvent("OwnershipTransferred");
  const blocks = { from: sale.record.blockNumber, to: await sale.provider.getBlockNumber() };
  const { logs } = await readLogs(sale, { address, topics: [topicHash] }, blocks);
  const [event] = logs;
  if (event === undefined) {
    throw new TaskError(
      `The endpoint does not show the transaction that created ${address}. Try another one.`,
    );
  }
  const { transactionHash, blockNumber, data, topics } = event;
  const [, owner] = abi.decodeEventLog("OwnershipTransferred", data, topics);
  return { owner, transactionHash, blockNumber: Number(blockNumber) };
}

async function keep(
  hre: HardhatRuntimeEnvironment,
  sale: Sale,
  made: PayoutsRecord,
): Promise<void> {
  await provePayouts(sale, made);
  await keepSources(hre, sale.network, ["Payouts"]);
  const file = await writePayoutsRecord(sale, made);
  const done =
    `Payouts is deployed to ${sale.network} at ${made.address} (${file}). ` +
    `Next: npm run hardhat -- affiliates payees import payees.csv --network ${sale.network}`;
  console.log(withLinks(sale.network, done));
}
