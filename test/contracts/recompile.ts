import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import hre from "hardhat";

interface Changes {
  /** Replaces the content of these sources. */
  readonly sources?: Readonly<Record<string, string>>;
  readonly settings?: object;
}

const solc: { compile(input: string): string } = createRequire(import.meta.url)("solc");

/**
 * Compiles contracts of contracts/ as the build did, except for the changes.
 * @returns creation code by name
 */
export async function recompile(
  names: readonly string[],
  { sources = {}, settings = {} }: Changes,
): Promise<Readonly<Record<string, string>>> {
  const id = await hre.artifacts.getBuildInfoId("contracts/Ticket.sol:Ticket");
  const file = await hre.artifacts.getBuildInfoPath(id ?? "");
  const { input } = JSON.parse(readFileSync(file ?? "", "utf8"));
  for (const [source, content] of Object.entries(sources)) {
    input.sources[`project/${source}`] = { content };
  }
  const sourceOf = (name: string) => `project/contracts/${name}.sol`;
  const outputSelection = Object.fromEntries(
    names.map((name) => [sourceOf(name), { [name]: ["evm.bytecode.object"] }]),
  );
  Object.assign(input.settings, settings, { outputSelection });
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  return Object.fromEntries(
    names.map((name) => [name, `0x${contracts[sourceOf(name)][name].evm.bytecode.object}`]),
  );
}
