import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { type DeploymentRecord, deploymentDirectory, writeRecord } from "./record.ts";
import { rendererContract } from "./renderer-contract.ts";

export async function keepSources(
  { artifacts, config }: HardhatRuntimeEnvironment,
  network: string,
  names: readonly string[],
): Promise<void> {
  const folder = deploymentDirectory(config.paths.root, network);
  for (const name of ["artifacts", "build-info"]) {
    await mkdir(path.join(folder, name), { recursive: true });
  }
  for (const name of names) {
    const artifact = await artifacts.readArtifact(name);
    const { buildInfoId = "" } = artifact;
    const buildInfo = await artifacts.getBuildInfoPath(buildInfoId);
    if (buildInfo === undefined) throw new Error(`${name} has no build info: was it compiled?`);
    await copyFile(buildInfo, path.join(folder, "build-info", `${buildInfoId}.json`));
    await writeFile(
      path.join(folder, "artifacts", `Ticket#${name}.json`),
      `${JSON.stringify(artifact, null, 2)}\n`,
    );
  }
}

/** Writes a record and the sources that it was compiled from. Returns the file's name. */
export async function keepRecord(
  hre: HardhatRuntimeEnvironment,
  record: DeploymentRecord,
): Promise<string> {
  const { root } = hre.config.paths;
  const { name } = rendererContract(record.folderRenderer?.baseUri ?? null);
  await keepSources(hre, record.network, ["Ticket", name]);
  return path.relative(root, await writeRecord(root, record));
}
