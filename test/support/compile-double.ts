import type { InterfaceAbi } from "ethers";
import { compileStandIn } from "../../scripts/dev/compile-stand-in.ts";

/** A contract of the outside world that only tests put on a chain, `<file's name>` in `<file>`: no artifact is made of it. */
export async function compileDouble(file: string): Promise<{ abi: InterfaceAbi; code: string }> {
  const { abi, deployedBytecode } = await compileStandIn(file);
  return { abi, code: `0x${deployedBytecode}` };
}
