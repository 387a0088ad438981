import { AbiCoder, dataSlice, getAddress, keccak256, sha256, toQuantity } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { recordedArguments } from "../../shared/record-shape.ts";
import { Disagreement } from "../chain/answers.ts";
import type { Chain } from "../chain/chain.ts";
import type { Ask } from "../chain/endpoint.ts";
import { firstBlockWhere } from "../chain/first-block.ts";
import { TaskError } from "../cli/task.ts";
import { currentCommit } from "./commit.ts";
import { compilerOf } from "./compile.ts";
import { folderOf } from "./prove-record.ts";
import type { DeploymentRecord } from "./record.ts";
import { isCodeOf } from "./runtime-code.ts";

export interface ForeignCode {
  readonly foreign: "Ticket" | "renderer";
  readonly address: string;
}

/**
 * Builds a record from the chain's answers, which `proveRecord` then checks.
 * @param hash of the transaction that created `Ticket`
 * @throws a `TaskError` if the endpoint lacks the mined transaction
 */
export async function recordFromChain(
  hre: HardhatRuntimeEnvironment,
  chain: Chain,
  { address, hash }: { readonly address: string; readonly hash: string },
): Promise<DeploymentRecord | ForeignCode> {
  const { network, chainId, provider } = chain;
  const sent = await provider.getTransaction(hash);
  if (sent?.blockNumber == null) {
    throw new TaskError(`The endpoint knows no mined transaction ${hash}`);
  }
  const compiled = await hre.artifacts.readArtifact("Ticket");
  const code = await provider.getCode(address);
  const creation = compiled.bytecode;
  if (!sent.data.startsWith(creation) || !isCodeOf(compiled, code)) {
    return { foreign: "Ticket", address };
  }
  const [config] = AbiCoder.defaultAbiCoder().decode(
    Ticket__factory.createInterface().deploy.inputs,
    dataSlice(sent.data, (creation.length - 2) / 2),
  );
  const { renderer } = config;
  const baseUri = await folderIn(hre, chain, renderer);
  if (baseUri === undefined) return { foreign: "renderer", address: renderer };
  return {
    network,
    chainId,
    address,
    renderer,
    ...(baseUri !== null && { folderRenderer: { baseUri } }),
    deployer: sent.from,
    deployerNonce: sent.nonce,
    arguments: recordedArguments(config),
    transactionHash: hash,
    blockNumber: sent.blockNumber,
    creationCodeHash: keccak256(creation),
    codeHash: keccak256(code),
    codeSha256: sha256(code).slice(2),
    compiler: await compilerOf(hre),
    commit: await currentCommit(hre.config.paths.root),
  };
}

/** Returns `null` for a renderer that draws, and `undefined` for other code than these sources give. */
async function folderIn(
  { artifacts }: HardhatRuntimeEnvironment,
  { provider, request }: Chain,
  renderer: string,
): Promise<string | null | undefined> {
  const code = await provider.getCode(renderer);
  if (isCodeOf(await artifacts.readArtifact("TicketRenderer"), code)) return null;
  if (!isCodeOf(await artifacts.readArtifact("FolderRenderer"), code)) return undefined;
  return await folderOf(renderer, request);
}

/** The endpoint has no state of earlier blocks. */
export class UntoldHistory extends TaskError {}

/** Finds the transaction that made a contract. */
export async function creationOf(ask: Ask, address: string): Promise<string> {
  const hasCode = async (block: number) =>
    (await ask("eth_getCode", [address, toQuantity(block)])) !== "0x";
  const newest = Number(await ask("eth_blockNumber", []));
  if (!(await hasCode(newest))) throw new TaskError(`There is no contract at ${address}`);
  let made: number;
  try {
    made = await firstBlockWhere(0, newest, hasCode);
  } catch (error) {
    if (error instanceof Disagreement) throw error;
    throw new UntoldHistory(
      "The endpoint does not serve the state of earlier blocks. Look up the transaction that created the contract in an explorer, " +
        `and name it: npm run hardhat -- ticket adopt ${address} --transaction 0xHash`,
    );
  }
  const block = (await ask("eth_getBlockByNumber", [toQuantity(made), true])) as {
    readonly transactions: readonly { readonly hash: string; readonly to: string | null }[];
  } | null;
  for (const { hash, to } of block?.transactions ?? []) {
    if (to === null && (await madeBy(ask, hash)) === address) return hash;
  }
  throw new TaskError(
    `${address} was created in block ${made} by another contract, so ticket deploy did not deploy it`,
  );
}

export async function madeBy(ask: Ask, hash: string): Promise<string | null> {
  const receipt = (await ask("eth_getTransactionReceipt", [hash])) as {
    readonly contractAddress: string | null;
  } | null;
  return receipt?.contractAddress ? getAddress(receipt.contractAddress) : null;
}
