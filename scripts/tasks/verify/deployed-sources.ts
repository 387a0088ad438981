import path from "node:path";
import * as v from "valibot";
import { TaskError } from "../cli/task.ts";
import { textOf } from "../machine/files.ts";
import { buildInfoOf, compileSources } from "../record/compile.ts";
import { deploymentDirectory, parseRecord } from "../record/record.ts";
import type { RendererContract } from "../record/renderer-contract.ts";
import type { Sale } from "../record/sale.ts";

const BUILD_INFO = v.looseObject({
  solcLongVersion: v.string(),
  input: v.looseObject({
    language: v.string(),
    sources: v.record(v.string(), v.looseObject({ content: v.string() })),
    settings: v.looseObject({ remappings: v.optional(v.array(v.string())) }),
  }),
});
const ARTIFACT = v.looseObject({ inputSourceName: v.string(), buildInfoId: v.string() });

export type CompilerInput = v.InferOutput<typeof BUILD_INFO>["input"];

/** The compiler's original input, because the metadata must match. */
export interface DeployedSources {
  readonly compilerVersion: string;
  readonly contractIdentifier: string;
  readonly input: CompilerInput;
}

export type DeployedName = "Ticket" | "Payouts" | RendererContract["name"];

export async function deployedSources(sale: Sale, name: DeployedName): Promise<DeployedSources> {
  const folder = deploymentDirectory(sale.root, sale.network);
  const artifact = path.join(folder, "artifacts", `Ticket#${name}.json`);
  const { inputSourceName, buildInfoId } = await readKept(sale, name, artifact, ARTIFACT);
  const buildInfo = path.join(folder, "build-info", `${buildInfoId}.json`);
  return await sourcesIn(sale, buildInfo, inputSourceName, name);
}

/** Returns `null` unless this folder's sources produce the code at the address. */
export async function presentSources(
  sale: Sale,
  name: RendererContract["name"],
  address: string,
): Promise<DeployedSources | null> {
  const { hre, provider, live } = sale;
  await compileSources(hre, { live });
  const artifact = await hre.artifacts.readArtifact(name);
  if (artifact.deployedBytecode !== (await provider.getCode(address))) return null;
  const { file } = await buildInfoOf(hre, name);
  return await sourcesIn(sale, file, artifact.inputSourceName ?? "", name);
}

async function sourcesIn(
  sale: Sale,
  buildInfoFile: string,
  sourceName: string,
  name: string,
): Promise<DeployedSources> {
  const { solcLongVersion, input } = await readKept(sale, name, buildInfoFile, BUILD_INFO);
  return {
    compilerVersion: solcLongVersion,
    contractIdentifier: `${sourceName}:${name}`,
    input: only(sourceName, input),
  };
}

async function readKept<T>(
  { root, network }: Sale,
  contract: string,
  file: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const text = await textOf(file);
  const remedy = "Restore the folder from git.";
  if (text === null) {
    throw new TaskError(
      `deployments/${network} lacks what ${contract} was compiled from (artifacts, build-info). ${remedy}`,
    );
  }
  return parseRecord<T>({ name: path.relative(root, file), remedy }, text, schema);
}

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

/**
 * Resolves an import like the compiler does: relative to the importing file, or by the remapping
 * with the longest prefix.
 */
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
