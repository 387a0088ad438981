import { dataLength, keccak256 } from "ethers";
import { grouped, plural } from "../cli/amounts.ts";
import { DRY_RUN_ENDS } from "../outbox/shown-calls.ts";
import { creationsOf } from "./creations.ts";
import type { Plan } from "./plan.ts";

/** Call it after the preflight, whose estimates fail if a constructor reverts. */
export async function showDeployment(plan: Plan): Promise<void> {
  const { deployer: from } = plan;
  const creations = await creationsOf(plan);
  for (const [i, creation] of creations.entries()) {
    const { name, inputs, data, address, nonce, made, runtimeBytes } = creation;
    console.log(`  call ${i + 1} of ${creations.length}`);
    console.log(`  from        ${from}, nonce ${nonce}\n  creates     ${name} at ${address}`);
    for (const [input, value] of inputs) console.log(`  input       ${input} = ${value}`);
    console.log(
      `  value       0\n  data        ${plural(dataLength(data), "byte")} (keccak256 ${keccak256(data)})`,
    );
    const after = made
      ? "made by an interrupted run, and not sent again"
      : `none -> ${grouped(runtimeBytes)} bytes`;
    console.log(`  state       code of ${address}: ${after}`);
  }
  console.log(DRY_RUN_ENDS);
}
