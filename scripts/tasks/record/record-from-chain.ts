import { AbiCoder, dataSlice, keccak256, sha256 } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { FolderRenderer__factory } from "../../../typechain-types/factories/contracts/FolderRenderer__factory.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { recordedArguments } from "../../shared/record-shape.ts";
import { TaskError } from "../cli/task.ts";
import { currentCommit } from "./commit.ts";
import { compilerOf } from "./compile.ts";
import type { DeploymentRecord } from "./record.ts";
import { isCodeOf } from "./runtime-code.ts";

export interface ForeignCode {
  readonly foreign: "Ticket" | "renderer";
  readonly address: string;
}

/**
 * Builds a record from one endpoint's answers, which `proveRecord` then checks.
 * @param hash of the transaction that created `Ticket`
 * @throws a `TaskError` if the endpoint lacks the mined transaction
 */
export async function recordFromChain(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  chainId: number,
  { address, hash }: { readonly address: string; readonly hash: string },
): Promise<DeploymentRecord | ForeignCode> {
  const { provider } = connection.ethers;
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
  const baseUri = await folderOf(hre, connection, renderer);
  if (baseUri === undefined) return { foreign: "renderer", address: renderer };
  return {
    network: connection.networkName,
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

async function folderOf(
  { artifacts }: HardhatRuntimeEnvironment,
  { ethers: { provider } }: NetworkConnection,
  renderer: string,
): Promise<string | null | undefined> {
  const code = await provider.getCode(renderer);
  if (isCodeOf(await artifacts.readArtifact("TicketRenderer"), code)) return null;
  if (!isCodeOf(await artifacts.readArtifact("FolderRenderer"), code)) return undefined;
  return await FolderRenderer__factory.connect(renderer, provider).baseURI();
}
