import path from "node:path";
import { Contract, type JsonRpcProvider, JsonRpcSigner } from "ethers";
import { compileDouble } from "../../support/compile-double.ts";

/** Where the registry is on every chain that has one. */
export const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";

/** @returns what puts the double's code at an address of a Hardhat node, as a contract that `from` calls */
export async function ensDouble(provider: JsonRpcProvider, from: string) {
  const { abi, code } = await compileDouble(path.join(import.meta.dirname, "Ens.sol"));
  return async (address: string): Promise<Contract> => {
    await provider.send("hardhat_setCode", [address, code]);
    return new Contract(address, abi, new JsonRpcSigner(provider, from));
  };
}
