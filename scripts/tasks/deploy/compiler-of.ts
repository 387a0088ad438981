import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { DeploymentRecord } from "../record/record.ts";

/** @returns the compiler that `Ticket` was last compiled with here, and its settings */
export async function compilerOf(
  hre: HardhatRuntimeEnvironment,
): Promise<DeploymentRecord["compiler"]> {
  const buildInfoId = await hre.artifacts.getBuildInfoId("contracts/Ticket.sol:Ticket");
  const file =
    buildInfoId === undefined ? undefined : await hre.artifacts.getBuildInfoPath(buildInfoId);
  if (file === undefined) throw new Error("Ticket has no build info: was it compiled?");
  const { default: buildInfo } = await import(file, { with: { type: "json" } });
  return { version: buildInfo.solcLongVersion, settings: buildInfo.input.settings };
}
