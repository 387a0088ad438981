import { toQuantity } from "ethers";
import { grouped, gwei, plural, roughAmountText } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import { type Change, labelled, type Sending } from "./change.ts";
import { emergencyFees } from "./emergency.ts";
import { assertAffordable, costNow, currentFees, type Fees, feesWithin } from "./fees.ts";
import { isCreation } from "./ticket-call.ts";

export interface QuotedCall {
  /** Missing for a creation. */
  readonly to?: string;
  readonly data: string;
  readonly value: bigint;
  readonly gas: bigint;
  /** `true` if an estimate is impossible before earlier calls are mined. */
  readonly isRough: boolean;
}

export interface Quote {
  readonly calls: readonly QuotedCall[];
  readonly fees: Fees;
}

/**
 * @param pays `false` if another account executes the calls
 * @throws a `TaskError` if a call would fail or the balance is too low
 */
export async function quote(
  sale: Sale,
  change: Change,
  sending: Sending,
  from: string,
  pays = true,
): Promise<Quote> {
  const { replaces, maxFee, emergency } = sending;
  const reading = Promise.all([currentFees(sale), sale.provider.getBalance(from)]);
  reading.catch(() => {});
  const value = change.calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n);
  if (pays && value > 0n) assertAffordable(sale, from, (await reading)[1], value);
  const calls: QuotedCall[] = [];
  for (const { data, value = 0n, gas: known } of change.calls) {
    const call = { ...(!isCreation(data) && { to: sending.contract }), data, value };
    const gas = known ?? (await estimate(sale, call, from));
    calls.push({ ...call, gas, isRough: known !== undefined });
  }
  const gas = calls.reduce((sum, call) => sum + call.gas, 0n);
  const [now, balance] = await reading;
  const fees = emergency
    ? emergencyFees(sale, emergency.place, now, maxFee, withRoom(gas), pays ? balance : null)
    : feesWithin(sale, now, replaces, maxFee);
  showCost(sale, sending, { calls, fees }, gas);
  if (pays) {
    const gasWithRoom = calls.reduce((sum, call) => sum + withRoom(call.gas), 0n);
    const each = value + gasWithRoom * fees.maxFeePerGas;
    assertAffordable(sale, from, balance, each * BigInt(emergency?.place.nonces.length ?? 1));
  }
  return { calls, fees };
}

function showCost(
  sale: Sale,
  { replaces, emergency }: Sending,
  { calls, fees }: Quote,
  gas: bigint,
): void {
  const { currency, feeCap } = sale;
  if (replaces !== null) console.log(labelled("replaces", "what is pending, at a higher fee"));
  const transactions = calls.length === 1 ? "" : `${plural(calls.length, "transaction")}, `;
  const how = `${transactions}${grouped(gas)} gas at a base fee of ${gwei(fees.baseFee)}`;
  console.log(labelled("cost", `${roughAmountText(costNow(gas, fees), currency)} (${how})`));
  if (emergency === null) return;
  console.log(labelled("nonce", emergency.place.why));
  if (feeCap === undefined || fees.maxFeePerGas <= feeCap) return;
  const most = roughAmountText(withRoom(gas) * fees.maxFeePerGas, currency);
  console.log(labelled("emergency", `above the cap of ${gwei(feeCap)}: it may cost up to ${most}`));
}

/** EIP-7825's limit minus a sixth, because gas may rise. */
const MOST_GAS = 13_900_000n;

/**
 * Estimates at the newest block, because the pending block already contains the effect of the
 * replaced transaction.
 */
export async function estimate(
  { request }: Pick<Sale, "request">,
  { to, data, value }: Pick<QuotedCall, "to" | "data" | "value">,
  from: string,
): Promise<bigint> {
  const call = { ...(to !== undefined && { to }), data, from, value: toQuantity(value) };
  const gas = BigInt(String(await request("eth_estimateGas", [call, "latest"])));
  // Rejects a higher estimate, because a false one could make the transaction waste that gas.
  if (gas <= MOST_GAS) return gas;
  throw new TaskError(
    `The endpoint estimates ${grouped(gas)} gas for one call, more than the ${grouped(MOST_GAS)} that a transaction may take. ` +
      "Nothing was sent. Ask another endpoint.",
  );
}

/** Gas may rise before the call is mined. */
export function withRoom(gas: bigint): bigint {
  return gas + gas / 5n;
}
