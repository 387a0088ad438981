import path from "node:path";
import { keccak256 } from "ethers";
import * as v from "valibot";
import { Payouts__factory } from "../../../typechain-types/factories/contracts/Payouts__factory.ts";
import { address, hash, text, wholeNumber } from "../../shared/record-shape.ts";
import { TaskError } from "../cli/task.ts";
import { jsonText, textOf, writeWhole } from "../machine/files.ts";
import { proveCreation } from "../record/prove-record.ts";
import { type DeploymentRecord, deploymentDirectory, parseRecord } from "../record/record.ts";
import type { Sale } from "../record/sale.ts";

/** `deployments/<network>/payouts-record.json`. */
const RECORD = v.object({
  network: text,
  chainId: wholeNumber,
  address,
  deployer: address,
  deployerNonce: wholeNumber,
  arguments: v.object(
    { owner: address, ticket: address, commissionBps: wholeNumber },
    "is no object",
  ),
  transactionHash: hash,
  blockNumber: wholeNumber,
  creationCodeHash: hash,
});

export type PayoutsRecord = Readonly<v.InferOutput<typeof RECORD>> &
  Pick<DeploymentRecord, "commit">;

type Place = Pick<Sale, "root" | "network">;

function nameOf({ root, network }: Place): string {
  return path.relative(root, path.join(deploymentDirectory(root, network), "payouts-record.json"));
}

/** keccak256 of the creation code without arguments. */
export const PAYOUTS_CODE_HASH = keccak256(Payouts__factory.bytecode);

export function encodedPayoutArguments(args: PayoutsRecord["arguments"]): string {
  return Payouts__factory.createInterface().encodeDeploy([args]);
}

export async function provenPayouts(sale: Sale): Promise<PayoutsRecord | null> {
  const record = await readPayoutsRecord(sale);
  if (record !== null) await provePayouts(sale, record);
  return record;
}

async function readPayoutsRecord(sale: Place): Promise<PayoutsRecord | null> {
  const name = nameOf(sale);
  const written = await textOf(path.join(sale.root, name));
  if (written === null) return null;
  const file = {
    name,
    remedy:
      "Restore its last reviewed version, or move it away and let the deployer write it again: " +
      `npm run hardhat -- ticket deploy-payouts --commission PERCENT --network ${sale.network}`,
  };
  return parseRecord<PayoutsRecord>(file, written, RECORD);
}

/**
 * Checks that the deployer or the first owner of `Ticket` created the contract from this project's
 * code and the recorded terms, because a pull request can add a record.
 * @throws a `TaskError` with the difference
 */
export async function provePayouts(sale: Sale, record: PayoutsRecord): Promise<void> {
  const name = nameOf(sale);
  const wrong = (what: string) =>
    new TaskError(`${name} ${what}. Compare it with its last reviewed version. Nothing was sent.`);
  if (record.network !== sale.network || record.chainId !== sale.chainId) {
    throw wrong(`is of ${record.network}, chain ${record.chainId}`);
  }
  if (record.arguments.ticket !== sale.record.address) {
    throw wrong(`is for the Ticket ${record.arguments.ticket}, not for ${sale.record.address}`);
  }
  if (!mayDeployPayouts(sale, record.deployer)) {
    throw wrong(
      `names a contract by ${record.deployer}, which neither deployed the Ticket nor was its first owner`,
    );
  }
  if (record.creationCodeHash !== PAYOUTS_CODE_HASH) {
    throw new TaskError(
      `${name} names a contract whose code does not match this clone's contracts/Payouts.sol. ` +
        `Check out the commit that deployed it${record.commit === null ? "" : `, ${record.commit}`}, and run this again.`,
    );
  }
  await proveCreation(name, record, encodedPayoutArguments(record.arguments), sale.request);
}

/** Rejects other creators, because anyone could deploy a contract with other code. */
export function mayDeployPayouts({ record }: Sale, deployer: string): boolean {
  return deployer === record.deployer || deployer === record.arguments.owner;
}

export async function writePayoutsRecord(sale: Place, record: PayoutsRecord): Promise<string> {
  const name = nameOf(sale);
  await writeWhole(path.join(sale.root, name), jsonText(record));
  return name;
}
