import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type BaseContract, Contract, ContractFactory, type Signer } from "ethers";

const SOLADY = "solady/src/tokens/ERC721.sol";

/**
 * Compiles Solady separately, because its assembly causes compiler warnings, and the project's
 * build must have none.
 * @param settings the compiler settings of the compared contracts
 */
export async function deploySoladyLoop(
  settings: Readonly<Record<string, unknown>>,
  deployer: Signer,
): Promise<BaseContract> {
  const solc: { compile(input: string): string } = createRequire(import.meta.url)("solc");
  const [loop, erc721] = await Promise.all([
    readFile(path.join(import.meta.dirname, "SoladyLoop.sol"), "utf8"),
    readFile(fileURLToPath(import.meta.resolve(SOLADY)), "utf8"),
  ]);
  const { contracts } = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: { "SoladyLoop.sol": { content: loop }, [SOLADY]: { content: erc721 } },
        settings: {
          ...settings,
          outputSelection: { "SoladyLoop.sol": { SoladyLoop: ["abi", "evm.bytecode.object"] } },
        },
      }),
    ),
  );
  const { abi, evm } = contracts["SoladyLoop.sol"].SoladyLoop;
  const contract = await new ContractFactory(abi, evm.bytecode.object, deployer).deploy();
  await contract.waitForDeployment();
  return new Contract(await contract.getAddress(), abi, deployer);
}
