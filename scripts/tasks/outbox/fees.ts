import type { Currency } from "../../../networks.ts";
import type { Endpoint } from "../chain/endpoint.ts";
import { amountText, gwei } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";

/** Wei per unit of gas. */
export interface Fees {
  readonly baseFee: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
}

export type Offer = Omit<Fees, "baseFee">;

/** A legacy transaction has only a gas price. */
export function offerOf(sent: {
  readonly maxFeePerGas?: string | undefined;
  readonly maxPriorityFeePerGas?: string | undefined;
  readonly gasPrice?: string | undefined;
}): Offer {
  return {
    maxFeePerGas: BigInt(sent.maxFeePerGas ?? sent.gasPrice ?? 0),
    maxPriorityFeePerGas: BigInt(sent.maxPriorityFeePerGas ?? sent.gasPrice ?? 0),
  };
}

/** `null` and `undefined` are no limit. */
function least(first: bigint, ...others: readonly (bigint | null | undefined)[]): bigint {
  return others.reduce<bigint>((low, one) => (one != null && one < low ? one : low), first);
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function dearer(a: Offer, b: Offer): Offer {
  return {
    maxFeePerGas: most(a.maxFeePerGas, b.maxFeePerGas),
    maxPriorityFeePerGas: most(a.maxPriorityFeePerGas, b.maxPriorityFeePerGas),
  };
}

const DEFAULT_PRIORITY_FEE = 1_000_000_000n;

export async function currentFees(source: Pick<Endpoint, "request">): Promise<Fees> {
  const [block, tip] = await Promise.all([
    source.request("eth_getBlockByNumber", ["latest", false]),
    source.request("eth_maxPriorityFeePerGas", []).catch(() => DEFAULT_PRIORITY_FEE),
  ]);
  const { baseFeePerGas = 0 } = (block ?? {}) as { readonly baseFeePerGas?: string };
  const baseFee = BigInt(baseFeePerGas);
  const maxPriorityFeePerGas = BigInt(tip as string | bigint);
  return { baseFee, maxPriorityFeePerGas, maxFeePerGas: 2n * baseFee + maxPriorityFeePerGas };
}

export function costNow(gas: bigint, fees: Fees): bigint {
  return gas * (fees.baseFee + fees.maxPriorityFeePerGas);
}

/** The tip can't exceed the whole fee. */
function bounded(fees: Fees, maxFeePerGas: bigint): Fees {
  return {
    ...fees,
    maxFeePerGas,
    maxPriorityFeePerGas: least(fees.maxPriorityFeePerGas, maxFeePerGas),
  };
}

/** Nodes require 10 % more for a replacement. */
const REPLACEMENT_PERCENT = 113n;

export function replacing(replaced: Offer | null, fees: Fees): Fees {
  if (replaced === null) return fees;
  const above = (old: bigint, now: bigint) => most((old * REPLACEMENT_PERCENT) / 100n + 1n, now);
  return {
    baseFee: fees.baseFee,
    maxFeePerGas: above(replaced.maxFeePerGas, fees.maxFeePerGas),
    maxPriorityFeePerGas: above(replaced.maxPriorityFeePerGas, fees.maxPriorityFeePerGas),
  };
}

/**
 * The fee of a call that can wait.
 * @param maxFee the limit that a person typed; otherwise the cap of networks.ts is the limit,
 * because an endpoint may report any fee
 * @throws a `TaskError` if the limit is too low for a block, or for what is replaced
 */
export function feesWithin(
  { feeCap }: { readonly feeCap: bigint | undefined },
  now: Fees,
  replaced: Offer | null,
  maxFee: bigint | null,
): Fees {
  if (maxFee !== null && now.baseFee > maxFee) {
    throw new TaskError(
      `The base fee is ${gwei(now.baseFee)}, above --max-fee ${gwei(maxFee)}: the transaction would wait. Nothing was sent.`,
    );
  }
  const fees = replacing(replaced, bounded(now, least(now.maxFeePerGas, maxFee)));
  const { maxFeePerGas } = fees;
  if (maxFee !== null && maxFeePerGas > maxFee) {
    throw new TaskError(
      `Replacing the pending transactions takes ${gwei(maxFeePerGas)}, above --max-fee ${gwei(maxFee)}. Nothing was sent.`,
    );
  }
  if (maxFee === null && feeCap !== undefined && maxFeePerGas > feeCap) {
    throw new TaskError(
      `The fee would be up to ${gwei(maxFeePerGas)}, above the cap of ${gwei(feeCap)} in networks.ts. ` +
        `Nothing was sent. Wait for a quieter hour, ask another endpoint, or name a limit of your own: --max-fee ${wholeGwei(maxFeePerGas)}.`,
    );
  }
  return fees;
}

interface Bounds {
  /** The sender pays the whole tip, and an endpoint may report any. */
  readonly tip: bigint | undefined;
  readonly most: bigint | null;
  /** What the balance can pay; `null` if another account pays. */
  readonly held: bigint | null;
}

/**
 * A fee for a call that can't wait.
 * @returns the fee, and the lowest one that the next block accepts
 */
export function urgentFees(
  now: Fees,
  replaced: Offer | null,
  bounds: Bounds,
): { readonly lowest: bigint; readonly fees: Fees } {
  const tip = least(now.maxPriorityFeePerGas, bounds.tip);
  const offer = (base: bigint) =>
    replacing(replaced, { ...now, maxPriorityFeePerGas: tip, maxFeePerGas: base + tip });
  // The base fee can rise by an eighth per block.
  const { maxFeePerGas: lowest } = offer(now.baseFee + now.baseFee / 8n);
  const usual = offer(2n * now.baseFee);
  // The balance must cover the lowest fee, not twice the base fee.
  const held = bounds.held === null ? null : most(bounds.held, lowest);
  return { lowest, fees: bounded(usual, least(usual.maxFeePerGas, bounds.most, held)) };
}

export function wholeGwei(wei: bigint): bigint {
  return (wei + 999_999_999n) / 1_000_000_000n;
}

export function assertAffordable(
  { currency }: { readonly currency: Currency },
  account: string,
  balance: bigint,
  needed: bigint,
): void {
  if (balance >= needed) return;
  const [has, needs] = [balance, needed].map((wei) => amountText(wei, currency));
  throw new TaskError(
    `Insufficient funds: ${account} has ${has} and needs up to ${needs}. Send it some.`,
  );
}
