import type { InterfaceAbi } from "ethers";
import { compileStandIn } from "../../scripts/dev/compile-stand-in.ts";

/**
 * Compiles the contract named like its file: a third party's contract that only tests deploy, without
 * an artifact.
 */
export async function compileDouble(file: string): Promise<{ abi: InterfaceAbi; code: string }> {
  const { abi, deployedBytecode } = await compileStandIn(file);
  return { abi, code: `0x${deployedBytecode}` };
}
