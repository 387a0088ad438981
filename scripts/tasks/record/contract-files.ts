import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { type DeploymentRecord, deploymentDirectory } from "./record.ts";
import { rendererContract } from "./renderer-contract.ts";

/** The transaction that made a contract, and its block. */
export interface Creation {
  readonly transactionHash: string;
  readonly blockNumber: number;
}

/**
 * What other programs need to use a deployment: `deployments/<network>/<Contract>.json`, with the names that
 * hardhat-deploy gives these fields. Tasks and page read the record, and never these.
 */
export interface ContractFile {
  readonly contractName: string;
  readonly address: string;
  readonly chainId: number;
  readonly abi: readonly unknown[];
  /** The constructor's, as JSON: amounts are wei as decimal strings. */
  readonly args: readonly unknown[];
  /** `null` if no endpoint told: of a renderer whose deployment was adopted. */
  readonly transactionHash: string | null;
  readonly blockNumber: number | null;
}

/**
 * Writes the files of a recorded deployment's two contracts anew.
 * @param renderer what made the renderer, `null` if that is not known
 */
export async function writeContractFiles(
  hre: HardhatRuntimeEnvironment,
  record: DeploymentRecord,
  renderer: Creation | null,
): Promise<void> {
  const baseUri = record.folderRenderer?.baseUri ?? null;
  const { name } = rendererContract(baseUri);
  const { transactionHash, blockNumber } = record;
  const contracts = [
    {
      contractName: "Ticket",
      address: record.address,
      args: [record.arguments],
      creation: { transactionHash, blockNumber },
    },
    {
      contractName: name,
      address: record.renderer,
      args: baseUri === null ? [] : [baseUri],
      creation: renderer,
    },
  ];
  for (const contract of contracts) await writeContractFile(hre, record, contract);
}

/** Writes one contract's file anew. @param creation `null` if it is not known */
export async function writeContractFile(
  { artifacts, config }: HardhatRuntimeEnvironment,
  { network, chainId }: Pick<DeploymentRecord, "network" | "chainId">,
  {
    contractName,
    address,
    args,
    creation,
  }: Pick<ContractFile, "contractName" | "address" | "args"> & {
    readonly creation: Creation | null;
  },
): Promise<void> {
  const file: ContractFile = {
    contractName,
    address,
    chainId,
    abi: (await artifacts.readArtifact(contractName)).abi,
    args,
    transactionHash: creation?.transactionHash ?? null,
    blockNumber: creation?.blockNumber ?? null,
  };
  const target = path.join(deploymentDirectory(config.paths.root, network), `${contractName}.json`);
  await writeFile(`${target}.new`, `${JSON.stringify(file, null, 2)}\n`);
  await rename(`${target}.new`, target);
}
