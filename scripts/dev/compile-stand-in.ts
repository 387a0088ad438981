import { hash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { InterfaceAbi } from "ethers";
import { runSolc } from "./solc.ts";

const require = createRequire(import.meta.url);
const KEPT = path.resolve(import.meta.dirname, "../../cache/stand-ins");

export interface StandIn {
  readonly abi: InterfaceAbi;
  /** Hex digits of the code without arguments. */
  readonly bytecode: string;
  readonly deployedBytecode: string;
}

/**
 * Compiles the contract `<name>` of the file `<name>`, which no build includes. Keeps the result in
 * `cache/`, because solc takes seconds.
 * @param settings of solc, besides the EVM version
 */
export async function compileStandIn(file: string, settings: object = {}): Promise<StandIn> {
  const source = path.basename(file);
  const input = JSON.stringify({
    language: "Solidity",
    sources: { [source]: { content: await readFile(file, "utf8") } },
    settings: {
      evmVersion: "prague",
      ...settings,
      outputSelection: {
        "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] },
      },
    },
  });
  const { version }: { version: string } = require("solc/package.json");
  const key = hash("sha256", `${version}\n${input}`);
  const kept = path.join(KEPT, `${key}.json`);
  try {
    return JSON.parse(await readFile(kept, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const compiled = runSolc<SolcContract>(input)[source]?.[path.basename(file, ".sol")];
  if (compiled === undefined) throw new Error(`${file} has no contract of its name`);
  const { abi, evm } = compiled;
  const made: StandIn = {
    abi,
    bytecode: evm.bytecode.object,
    deployedBytecode: evm.deployedBytecode.object,
  };
  await mkdir(KEPT, { recursive: true });
  // A temporary name, because another process may use the same file.
  const unfinished = `${kept}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(made));
  await rename(unfinished, kept);
  return made;
}

interface SolcContract {
  readonly abi: InterfaceAbi;
  readonly evm: Readonly<Record<"bytecode" | "deployedBytecode", { readonly object: string }>>;
}
