import { readFile } from "node:fs/promises";
import path from "node:path";
import { Contract, type JsonRpcProvider, JsonRpcSigner } from "ethers";

/** Where the registry is on every chain that has one. */
export const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";

/** @returns what puts the double's code at an address of a Hardhat node, as a contract that `from` calls */
export async function ensDouble(provider: JsonRpcProvider, from: string) {
  const name: string = "solc";
  const { default: solc } = (await import(name)) as { default: { compile(input: string): string } };
  const content = await readFile(path.join(import.meta.dirname, "Ens.sol"), "utf8");
  const { contracts } = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: { "Ens.sol": { content } },
        settings: {
          evmVersion: "prague",
          outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } },
        },
      }),
    ),
  );
  const { abi, evm } = contracts["Ens.sol"].Ens;
  return async (address: string): Promise<Contract> => {
    const code = `0x${evm.deployedBytecode.object}`;
    await provider.send("hardhat_setCode", [address, code]);
    return new Contract(address, abi, new JsonRpcSigner(provider, from));
  };
}
