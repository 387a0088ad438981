import { endpointVariable, isNetworkName, networks } from "../../../networks.ts";
import { endpointAt } from "../chain/endpoint.ts";
import { TaskError } from "../cli/task.ts";
import { proveRecord } from "./prove-record.ts";
import type { DeploymentRecord } from "./record.ts";

/**
 * Checks a record without Hardhat, through the configured endpoint or the public ones.
 * @throws a `TaskError` if the chain contradicts the record, or no endpoint answers
 */
export async function proveByNetwork(record: DeploymentRecord): Promise<void> {
  const { network } = record;
  const variable = endpointVariable(network);
  const configured = process.env[variable];
  const known = isNetworkName(network) ? networks[network].rpcUrls : [];
  for (const url of configured ? [configured] : known) {
    try {
      await proveRecord(record, endpointAt(url).request);
      return;
    } catch (error) {
      if (error instanceof TaskError) throw error;
    }
  }
  throw new TaskError(
    `No endpoint of ${network} answers, so its record is not proven. Set ${variable}, or leave this out by --no-chain.`,
  );
}
