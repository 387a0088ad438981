import { dataLength, keccak256, toQuantity } from "ethers";
import { grouped, plural } from "../cli/amounts.ts";
import { oneLine, TaskError } from "../cli/task.ts";
import { DRY_RUN_ENDS } from "../outbox/dry-run.ts";
import { type Ask, askOf } from "../record/prove-record.ts";
import { TRANSACTION_GAS_CAP } from "./chain-rules.ts";
import { creationsOf } from "./creations.ts";
import type { Plan } from "./plan.ts";

export async function showDeployment(plan: Plan): Promise<void> {
  const { connection, deployer: from } = plan;
  const creations = await creationsOf(plan);
  for (const [i, { name, inputs, data, address, nonce, made }] of creations.entries()) {
    console.log(`  call ${i + 1} of ${creations.length}`);
    console.log(`  from        ${from}, nonce ${nonce}\n  creates     ${name} at ${address}`);
    for (const [input, value] of inputs) console.log(`  input       ${input} = ${value}`);
    console.log(
      `  value       0\n  data        ${plural(dataLength(data), "byte")} (keccak256 ${keccak256(data)})`,
    );
    const after = made
      ? "made by an interrupted run, and not sent again"
      : await codeAfter(askOf(connection), from, address, data);
    console.log(`  state       code of ${address}: ${after}`);
  }
  console.log(DRY_RUN_ENDS);
}

/** @throws if the constructor reverts */
async function codeAfter(ask: Ask, from: string, address: string, data: string): Promise<string> {
  const before = String(await ask("eth_getCode", [address, "latest"]));
  const now = before === "0x" ? "none" : plural(dataLength(before), "byte");
  // Sets the gas, because some endpoints' default is too low for a creation.
  const call = { from, data, gas: toQuantity(TRANSACTION_GAS_CAP) };
  try {
    const after = String(await ask("eth_call", [call, "latest"]));
    return `${now} -> ${grouped(dataLength(after))} bytes (simulated by eth_call)`;
  } catch (error) {
    if (error instanceof TaskError || /revert/i.test(oneLine(error))) throw error;
    return `${now} -> not simulated: the endpoint says ${oneLine(error)}`;
  }
}
