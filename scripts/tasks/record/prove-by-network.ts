import { endpointVariable, isNetworkName, networks } from "../../../networks.ts";
import { boundedBody } from "../shared/bounded-body.ts";
import { TaskError } from "../shared/task-action.ts";
import { sayingSo } from "../shared/waiting.ts";
import { proveRecord } from "./prove-record.ts";
import type { DeploymentRecord } from "./record.ts";

/** Of an answer, decoded. */
const MOST_BYTES = 10_000_000;
const TIMEOUT_MS = 10_000;

/**
 * Proves a record without Hardhat, by the network's configured endpoint or, without one, by its public ones.
 * @throws a `TaskError` if the chain contradicts the record, or if no endpoint answers
 */
export async function proveByNetwork(record: DeploymentRecord): Promise<void> {
  const { network } = record;
  const variable = endpointVariable(network);
  const configured = process.env[variable];
  const known = isNetworkName(network) ? networks[network].rpcUrls : [];
  for (const url of configured ? [configured] : known) {
    try {
      const { host } = new URL(url);
      await proveRecord(record, (method, params) =>
        sayingSo(`${host} to answer ${method}`, () => ask(url, method, params)),
      );
      return;
    } catch (error) {
      if (error instanceof TaskError) throw error;
      // It does not answer: the next one may.
    }
  }
  throw new TaskError(
    `No endpoint of ${network} answers, so its record is not proven. Set ${variable}, or leave this out by --no-chain.`,
  );
}

async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = await boundedBody(response, MOST_BYTES);
  const answer = JSON.parse(body.toString()) as { result?: unknown };
  if (!("result" in answer)) throw new TypeError("Not a JSON-RPC result");
  return answer.result;
}
