import { readFile } from "node:fs/promises";
import path from "node:path";
import type { InterfaceAbi } from "ethers";

/** A contract of the outside world that only tests put on a chain, `<file's name>` in `<file>`: no artifact is made of it. */
export async function compileDouble(file: string): Promise<{ abi: InterfaceAbi; code: string }> {
  const name: string = "solc";
  const { default: solc } = (await import(name)) as { default: { compile(input: string): string } };
  const source = path.basename(file);
  const { contracts } = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: { [source]: { content: await readFile(file, "utf8") } },
        settings: {
          evmVersion: "prague",
          outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } },
        },
      }),
    ),
  );
  const { abi, evm } = contracts[source][path.basename(file, ".sol")];
  return { abi, code: `0x${evm.deployedBytecode.object}` };
}
