import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { jsonText } from "../machine/files.ts";
import { buildInfoOf } from "./compile.ts";
import { type DeploymentRecord, deploymentDirectory, writeRecord } from "./record.ts";
import { rendererContract } from "./renderer-contract.ts";

export async function keepSources(
  hre: HardhatRuntimeEnvironment,
  network: string,
  names: readonly string[],
): Promise<void> {
  const folder = deploymentDirectory(hre.config.paths.root, network);
  for (const name of ["artifacts", "build-info"]) {
    await mkdir(path.join(folder, name), { recursive: true });
  }
  for (const name of names) {
    const { id, file } = await buildInfoOf(hre, name);
    await copyFile(file, path.join(folder, "build-info", `${id}.json`));
    const artifact = await hre.artifacts.readArtifact(name);
    await writeFile(path.join(folder, "artifacts", `Ticket#${name}.json`), jsonText(artifact));
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
