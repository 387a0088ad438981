import { getAddress, isError, keccak256, Signature, Transaction } from "ethers";
import type { SaleConfigStruct } from "../../../typechain-types/contracts/Ticket.ts";
import { FolderRenderer__factory } from "../../../typechain-types/factories/contracts/FolderRenderer__factory.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { recordProblem } from "../../shared/record-shape.ts";
import type { Ask } from "../chain/endpoint.ts";
import { TaskError } from "../cli/task.ts";
import type { DeploymentRecord } from "./record.ts";

export interface SentTransaction {
  readonly type?: string;
  readonly chainId?: string;
  readonly nonce: string;
  readonly gas: string;
  readonly gasPrice?: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
  readonly to: string | null;
  readonly value: string;
  readonly input: string;
  readonly accessList?: readonly { address: string; storageKeys: string[] }[];
  readonly r: string;
  readonly s: string;
  readonly v?: string;
  readonly yParity?: string;
  readonly authorizationList?: readonly {
    readonly address: string;
    readonly nonce: string;
    readonly chainId: string;
    readonly r: string;
    readonly s: string;
    readonly yParity: string;
  }[];
}

interface Receipt {
  readonly status: string;
  readonly blockNumber: string;
  readonly contractAddress: string | null;
}

/**
 * Checks that the deployer signed a transaction that creates the recorded address from the recorded
 * code and arguments. Verifies signature and hash itself, so an endpoint can hide the transaction,
 * but can't change it.
 * @throws a `TaskError` with the difference
 */
export async function proveRecord(record: DeploymentRecord, ask: Ask): Promise<void> {
  const { network } = record;
  const file = `deployments/${network}/record.json`;
  const shape = recordProblem(record, network, record.chainId);
  if (shape !== null) throw unproven(file, shape);
  await proveCreation(file, record, encodedArguments(record.arguments), ask);
  if (record.folderRenderer !== undefined) {
    const folder = await folderOf(record.renderer, ask);
    if (folder !== record.folderRenderer.baseUri) {
      throw unproven(
        file,
        `its renderer ${record.renderer} says ${folder ?? "no folder"}, not ${record.folderRenderer.baseUri}`,
      );
    }
  }
}

type RecordedCreation = Pick<
  DeploymentRecord,
  | "chainId"
  | "address"
  | "deployer"
  | "deployerNonce"
  | "transactionHash"
  | "blockNumber"
  | "creationCodeHash"
>;

/**
 * @param file the file's name for messages
 * @param encoded the recorded constructor arguments
 * @throws a `TaskError` with the difference
 */
export async function proveCreation(
  file: string,
  record: RecordedCreation,
  encoded: string,
  ask: Ask,
): Promise<void> {
  const { transactionHash: hash } = record;
  const [sent, receipt] = (await Promise.all([
    ask("eth_getTransactionByHash", [hash]),
    ask("eth_getTransactionReceipt", [hash]),
  ])) as [SentTransaction | null, Receipt | null];
  if (sent === null || receipt === null) {
    throw unproven(file, `the endpoint knows no transaction ${hash}`);
  }
  const signed = asSigned(sent);
  if (signed?.hash !== hash) throw unproven(file, `${hash} is not what the endpoint shows for it`);
  if (signed.from !== record.deployer) {
    throw unproven(file, `its transaction was sent by ${signed.from}, not by ${record.deployer}`);
  }
  // A legacy signature contains the chain id, and some nodes omit the separate field.
  const chainId = signed.signature?.legacyChainId ?? signed.chainId;
  if (sent.to !== null || Number(chainId) !== record.chainId) {
    throw unproven(file, `${hash} creates no contract on chain ${record.chainId}`);
  }
  if (signed.nonce !== record.deployerNonce || made(receipt) !== record.address) {
    throw unproven(file, `its transaction created ${made(receipt)}, not ${record.address}`);
  }
  if (Number(receipt.status) !== 1 || Number(receipt.blockNumber) !== record.blockNumber) {
    throw unproven(file, `its transaction did not succeed in block ${record.blockNumber}`);
  }
  const args = encoded.slice(2);
  const code = signed.data.slice(0, signed.data.length - args.length);
  if (!signed.data.endsWith(args)) {
    throw unproven(file, "its transaction has other arguments than the recorded ones");
  }
  if (keccak256(code) !== record.creationCodeHash) {
    throw unproven(file, "its transaction has other code than the recorded one");
  }
}

/** Returns `null` unless it is a `FolderRenderer`. */
export async function folderOf(renderer: string, ask: Ask): Promise<string | null> {
  const folder = FolderRenderer__factory.createInterface();
  const data = folder.encodeFunctionData("baseURI");
  try {
    const answer = await ask("eth_call", [{ to: renderer, data }, "latest"]);
    return folder.decodeFunctionResult("baseURI", String(answer))[0];
  } catch (error) {
    // Rethrows a failed request, because it proves nothing about the renderer.
    if (isError(error, "BAD_DATA") || /revert/i.test(String(error))) return null;
    throw error;
  }
}

export function encodedArguments(args: DeploymentRecord["arguments"]): string {
  return Ticket__factory.createInterface().encodeDeploy([args satisfies SaleConfigStruct]);
}

function made({ contractAddress }: Receipt): string {
  return contractAddress === null ? "nothing" : getAddress(contractAddress);
}

/** Computes hash and sender; returns `null` for invalid parts. */
export function asSigned(sent: SentTransaction): Transaction | null {
  try {
    return Transaction.from({
      type: Number(sent.type ?? 0),
      to: sent.to,
      nonce: Number(sent.nonce),
      gasLimit: sent.gas,
      // Nodes report a gas price for every transaction, but only a legacy transaction signs it.
      gasPrice: sent.maxFeePerGas === undefined ? (sent.gasPrice ?? null) : null,
      maxFeePerGas: sent.maxFeePerGas ?? null,
      maxPriorityFeePerGas: sent.maxPriorityFeePerGas ?? null,
      value: sent.value,
      data: sent.input,
      chainId: sent.chainId ?? 0,
      accessList: sent.accessList === undefined ? null : [...sent.accessList],
      ...(sent.authorizationList !== undefined && {
        authorizationList: sent.authorizationList.map((by) => ({
          address: by.address,
          nonce: BigInt(by.nonce),
          chainId: BigInt(by.chainId),
          signature: Signature.from({ r: by.r, s: by.s, yParity: Number(by.yParity) as 0 | 1 }),
        })),
      }),
      signature: { r: sent.r, s: sent.s, v: sent.v ?? sent.yParity ?? 0 },
    });
  } catch {
    return null;
  }
}

function unproven(file: string, what: string): TaskError {
  return new TaskError(
    `${file} is not proven by the chain: ${what}. ` +
      "Compare it with its last reviewed version, and ask another endpoint.",
  );
}
