import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { deploymentDirectory } from "../record/record.ts";

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
