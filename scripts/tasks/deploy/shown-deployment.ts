import { dataLength, getCreateAddress, keccak256, toQuantity } from "ethers";
import { grouped, plural } from "../cli/amounts.ts";
import { oneLine, TaskError } from "../cli/task.ts";
import { DRY_RUN_ENDS } from "../outbox/dry-run.ts";
import { type Ask, encodedArguments } from "../record/prove-record.ts";
import type { DeploymentRecord } from "../record/record.ts";
import { rendererContract } from "../record/renderer-contract.ts";

export interface ShownDeployment {
  readonly deployer: string;
  /** Without the renderer, whose address follows from the deployer's nonce. */
  readonly arguments: Omit<DeploymentRecord["arguments"], "renderer">;
  readonly baseUri: string | null;
  /** Creation code of the renderer and of `Ticket`, without arguments. */
  readonly code: { readonly renderer: string; readonly ticket: string };
  /** Whether an interrupted deployment has sent something already. */
  readonly begun: boolean;
}

/** Prints both creations as the deployer would send them, and the code that each gives by `eth_call`. Nothing is sent. */
export async function showDeployment(ask: Ask, shown: ShownDeployment): Promise<void> {
  const { deployer: from, baseUri, code } = shown;
  const nonce = Number(await ask("eth_getTransactionCount", [from, "latest"]));
  const at = (i: number) => getCreateAddress({ from, nonce: nonce + i });
  const { name, constructorArguments } = rendererContract(baseUri);
  const args = { ...shown.arguments, renderer: at(0) };
  const creations = [
    {
      name,
      inputs: baseUri === null ? [] : [["baseURI", baseUri] as const],
      data: code.renderer + constructorArguments.slice(2),
    },
    {
      name: "Ticket",
      inputs: Object.entries(args),
      data: code.ticket + encodedArguments(args).slice(2),
    },
  ];
  for (const [i, { name, inputs, data }] of creations.entries()) {
    console.log(`  call ${i + 1} of ${creations.length}`);
    console.log(`  from        ${from}, nonce ${nonce + i}\n  creates     ${name} at ${at(i)}`);
    for (const [input, value] of inputs) console.log(`  input       ${input} = ${value}`);
    console.log(
      `  value       0\n  data        ${plural(dataLength(data), "byte")} (keccak256 ${keccak256(data)})`,
    );
    console.log(`  state       code of ${at(i)}: ${await codeAfter(ask, from, at(i), data)}`);
  }
  if (shown.begun) {
    console.log(
      "An interrupted deployment goes on: what its journal has sent already is not made again, so addresses and nonces differ.",
    );
  }
  console.log(DRY_RUN_ENDS);
}

/** @returns as in "none -> 12,345 bytes"; throws if the constructor refuses */
async function codeAfter(ask: Ask, from: string, address: string, data: string): Promise<string> {
  const before = String(await ask("eth_getCode", [address, "latest"]));
  const now = before === "0x" ? "none" : plural(dataLength(before), "byte");
  try {
    // Creations need more gas than some endpoints give a call that does not say.
    const after = String(await ask("eth_call", [{ from, data, gas: toQuantity(GAS) }, "latest"]));
    return `${now} -> ${grouped(dataLength(after))} bytes (simulated by eth_call)`;
  } catch (error) {
    if (/revert/i.test(oneLine(error))) throw error;
    if (error instanceof TaskError) throw error;
    return `${now} -> not simulated: the endpoint says ${oneLine(error)}`;
  }
}

/** The cap of a transaction (EIP-7825), which endpoints allow a call too. */
const GAS = 16_777_216n;
