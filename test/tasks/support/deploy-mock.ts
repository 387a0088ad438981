import path from "node:path";
import { type BaseContract, ContractFactory, type Overrides, type Signer } from "ethers";
import hre from "hardhat";
import { compileStandIn } from "../../../scripts/dev/compile-stand-in.ts";

/** `contracts/mocks` have no bindings. */
export async function deployMock(
  name: string,
  signer: Signer,
  overrides: Overrides = {},
): Promise<BaseContract> {
  const { abi, bytecode } = await hre.artifacts.readArtifact(name);
  return await new ContractFactory(abi, bytecode, signer).deploy(overrides);
}

/** @param file of `test/doubles`, whose contracts no build includes */
export async function deployDouble(file: string, signer: Signer): Promise<BaseContract> {
  const source = path.resolve(import.meta.dirname, "../../doubles", file);
  const { abi, bytecode } = await compileStandIn(source);
  return await new ContractFactory(abi, bytecode, signer).deploy();
}
