import type { InterfaceAbi } from "ethers";
import { compileStandIn } from "../../scripts/dev/compile-stand-in.ts";

/**
 * A third party's contract that only tests deploy. The file is named like the contract, and Hardhat
 * makes no artifact.
 */
export async function compileDouble(file: string): Promise<{ abi: InterfaceAbi; code: string }> {
  const { abi, deployedBytecode } = await compileStandIn(file);
  return { abi, code: `0x${deployedBytecode}` };
}
