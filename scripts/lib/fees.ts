import { TaskError } from "./task-action.ts";

/** The part of a connection that fees are asked of. */
export interface FeeSource {
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** Wei for one unit of gas. */
export interface Fees {
  readonly baseFee: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** What is paid at most: the base fee may double before it is too low. */
  readonly maxFeePerGas: bigint;
}

const DEFAULT_PRIORITY_FEE = 1_000_000_000n;

export async function currentFees(source: FeeSource): Promise<Fees> {
  const block = (await source.request("eth_getBlockByNumber", ["latest", false])) as {
    baseFeePerGas?: string;
  } | null;
  const baseFee = BigInt(block?.baseFeePerGas ?? 0);
  let maxPriorityFeePerGas = DEFAULT_PRIORITY_FEE;
  try {
    maxPriorityFeePerGas = BigInt((await source.request("eth_maxPriorityFeePerGas", [])) as string);
  } catch {
    // Not every endpoint has an opinion.
  }
  return { baseFee, maxPriorityFeePerGas, maxFeePerGas: 2n * baseFee + maxPriorityFeePerGas };
}

/** @returns wei at the present base fee */
export function costNow(gas: bigint, fees: Fees): bigint {
  return gas * (fees.baseFee + fees.maxPriorityFeePerGas);
}

export function assertAffordable(
  account: string,
  balance: bigint,
  needed: bigint,
  text: (wei: bigint) => string,
): void {
  if (balance >= needed) return;
  throw new TaskError(
    `Insufficient funds: ${account} has ${text(balance)} and needs up to ${text(needed)}. Send it some.`,
  );
}
