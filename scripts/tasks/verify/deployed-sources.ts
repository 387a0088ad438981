import { readFile } from "node:fs/promises";
import path from "node:path";
import { TaskError } from "../cli/task.ts";
import { compileSources } from "../record/compile.ts";
import { deploymentDirectory } from "../record/record.ts";
import type { RendererContract } from "../record/renderer-contract.ts";
import type { Sale } from "../record/sale.ts";

/** The compiler's own input, so that the metadata matches. */
export interface DeployedSources {
  /** As in "0.8.37+commit.f401782d". */
  readonly compilerVersion: string;
  /** As in "project/contracts/Ticket.sol:Ticket". */
  readonly contractIdentifier: string;
  readonly input: CompilerInput;
}

export interface CompilerInput {
  readonly language: string;
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: {
    readonly remappings?: readonly string[];
    readonly [setting: string]: unknown;
  };
}

/** @returns what `name` was compiled from when it was deployed */
export async function deployedSources(
  sale: Sale,
  name: "Ticket" | "Payouts" | RendererContract["name"],
): Promise<DeployedSources> {
  const folder = deploymentDirectory(sale.root, sale.network);
  try {
    const artifact = await readJson(path.join(folder, "artifacts", `Ticket#${name}.json`));
    const { inputSourceName, buildInfoId } = artifact as Record<string, string>;
    const buildInfo = path.join(folder, "build-info", `${buildInfoId}.json`);
    return await sourcesIn(buildInfo, inputSourceName ?? "", name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new TaskError(
      `deployments/${sale.network} lacks what ${name} was compiled from (artifacts, build-info). Restore the folder from git.`,
    );
  }
}

/** @returns this folder's sources of `name`, `null` if they don't give the code at the address */
export async function presentSources(
  { hre, provider, live }: Sale,
  name: RendererContract["name"],
  address: string,
): Promise<DeployedSources | null> {
  await compileSources(hre, { live });
  const artifact = await hre.artifacts.readArtifact(name);
  if (artifact.deployedBytecode !== (await provider.getCode(address))) return null;
  const { inputSourceName = "", buildInfoId = "" } = artifact;
  const buildInfo = await hre.artifacts.getBuildInfoPath(buildInfoId);
  if (buildInfo === undefined) throw new Error(`${name} has no build info: was it compiled?`);
  return await sourcesIn(buildInfo, inputSourceName, name);
}

async function sourcesIn(
  buildInfoFile: string,
  sourceName: string,
  name: string,
): Promise<DeployedSources> {
  const { solcLongVersion, input } = (await readJson(buildInfoFile)) as {
    solcLongVersion: string;
    input: CompilerInput;
  };
  return {
    compilerVersion: solcLongVersion,
    contractIdentifier: `${sourceName}:${name}`,
    input: only(sourceName, input),
  };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8"));
}

/** Leaves out what `source` doesn't import, because it was not deployed. */
function only(source: string, input: CompilerInput): CompilerInput {
  const names = new Set<string>();
  const due = [source];
  for (let name = due.pop(); name !== undefined; name = due.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    const content = input.sources[name]?.content ?? "";
    const from = name;
    due.push(
      ...[...content.matchAll(/^import\s[^;]*?["']([^"']+)["'];/gm)].map(([, target = ""]) =>
        resolve(from, target, input.settings.remappings ?? []),
      ),
    );
  }
  return {
    ...input,
    sources: Object.fromEntries(Object.entries(input.sources).filter(([name]) => names.has(name))),
  };
}

/** Resolves as the compiler does: by the importing file, or by the remapping with the longest prefix. */
function resolve(from: string, target: string, remappings: readonly string[]): string {
  const name = target.startsWith(".") ? path.posix.join(path.posix.dirname(from), target) : target;
  const [best] = remappings
    .map((remapping) => /^(?:([^:]*):)?([^=]*)=(.*)$/.exec(remapping)?.slice(1) ?? [])
    .filter(
      ([context = "", prefix = ""]) =>
        from.startsWith(context) && prefix !== "" && name.startsWith(prefix),
    )
    .sort(([, a = ""], [, b = ""]) => b.length - a.length);
  if (best === undefined) return name;
  const [, prefix = "", replacement = ""] = best;
  return replacement + name.slice(prefix.length);
}
