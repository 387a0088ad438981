import { type BaseContract, ContractFactory, type Overrides, type Signer } from "ethers";
import hre from "hardhat";

/** `contracts/mocks` have no bindings. */
export async function deployMock(
  name: string,
  signer: Signer,
  overrides: Overrides = {},
): Promise<BaseContract> {
  const { abi, bytecode } = await hre.artifacts.readArtifact(name);
  return await new ContractFactory(abi, bytecode, signer).deploy(overrides);
}
