import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { textOf, writeWhole } from "../machine/files.ts";
import { stateDirectory } from "../machine/state-directory.ts";
import type { DeploymentRecord } from "./record.ts";
import { assertPlainFiles } from "./tracked-files.ts";

/**
 * Compiles again on a live network, because Hardhat trusts `artifacts` and `cache`, and a pull
 * request can add files there. Skips this if this machine compiled these sources before.
 */
export async function compileSources(
  hre: HardhatRuntimeEnvironment,
  { live }: { readonly live: boolean },
): Promise<void> {
  const build = (force: boolean) =>
    hre.tasks.getTask("build").run({ quiet: true, noTests: true, force });
  if (!live) return void (await build(false));
  const { paths } = hre.config;
  await assertPlainFiles(paths.root);
  const known = await textOf(noteOf(paths.root));
  if (known !== null && known === (await digestOf(paths))) return;
  await build(true);
  await noteCompiled(paths);
}

interface Paths {
  readonly root: string;
  readonly artifacts: string;
}

const noteOf = (root: string) => path.join(stateDirectory(), "compiled", hash("sha256", root));

/** Notes that this machine made the output from these sources. */
export async function noteCompiled(paths: Paths): Promise<void> {
  await writeWhole(noteOf(paths.root), await digestOf(paths), 0o600);
}

async function digestOf({ root, artifacts }: Paths): Promise<string> {
  const digests: string[] = [];
  for (const folder of [path.join(root, "contracts"), artifacts]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) continue;
      const file = path.join(entry.parentPath, entry.name);
      digests.push(`${file} ${hash("sha256", await readFile(file))}`);
    }
  }
  return hash("sha256", digests.sort().join("\n"));
}

/** Finds the compiler's input of a contract. */
export async function buildInfoOf(
  { artifacts }: HardhatRuntimeEnvironment,
  name: string,
): Promise<{ readonly id: string; readonly file: string }> {
  const { buildInfoId: id = "" } = await artifacts.readArtifact(name);
  const file = await artifacts.getBuildInfoPath(id);
  if (file === undefined) throw new Error(`${name} has no build info: was it compiled?`);
  return { id, file };
}

export async function compilerOf(
  hre: HardhatRuntimeEnvironment,
): Promise<DeploymentRecord["compiler"]> {
  const { file } = await buildInfoOf(hre, "Ticket");
  const { default: buildInfo } = await import(file, { with: { type: "json" } });
  return { version: buildInfo.solcLongVersion, settings: buildInfo.input.settings };
}
