import path from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { jsonText, writeWhole } from "../machine/files.ts";
import { type DeploymentRecord, deploymentDirectory } from "./record.ts";
import { rendererContract } from "./renderer-contract.ts";

export interface Creation {
  readonly transactionHash: string;
  readonly blockNumber: number;
}

/**
 * The content of `deployments/<network>/<Contract>.json`, in hardhat-deploy's format, for other
 * programs. Neither tasks nor page read it.
 */
export interface ContractFile {
  readonly contractName: string;
  readonly address: string;
  readonly chainId: number;
  readonly abi: readonly unknown[];
  /** Constructor arguments; amounts are wei as decimal strings. */
  readonly args: readonly unknown[];
  /** `null` if no endpoint had the creation of an adopted renderer. */
  readonly transactionHash: string | null;
  readonly blockNumber: number | null;
}

/** @param renderer `null` if its creation is unknown */
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
  await writeWhole(target, jsonText(file));
}
