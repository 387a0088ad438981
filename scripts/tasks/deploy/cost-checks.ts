import { type Currency, currencyOf } from "../../../networks.ts";
import { describeError } from "../chain/describe-error.ts";
import type { Ask } from "../chain/endpoint.ts";
import { amountText, grouped, gwei, roughAmountText } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import { shownInput } from "../cli/visible-text.ts";
import { costNow, currentFees, type Fees } from "../outbox/fees.ts";
import { type Check, type Checks, fail, pass } from "./check.ts";
import { type Creation, creationsOf } from "./creations.ts";
import { l1DataFee } from "./l1-data-fee.ts";
import type { Plan } from "./plan.ts";

type Priced = Creation & { readonly gas: bigint };

/**
 * The chain's own estimates decide whether it accepts the creations: they follow the rules of its
 * fork for code size and gas.
 */
export async function costChecks(plan: Plan): Promise<Checks> {
  const { chain, deployer } = plan;
  const fees = await currentFees(chain);
  const left = (await creationsOf(plan)).filter(({ made }) => !made);
  const priced: Priced[] = [];
  for (const creation of left) {
    const gas = await estimate(chain.request, deployer, creation.data);
    if (typeof gas === "string") {
      const text =
        `the endpoint gives no gas estimate for ${creation.name}, which sending needs: ${gas}. ` +
        "If it has a limit of its own, use another endpoint.";
      return { cost: fail(text), fee: feeCheck(plan, fees) };
    }
    priced.push({ ...creation, gas });
  }
  const each = priced.map(({ name, gas }) => `${name} ${grouped(gas)}`).join("; ");
  return {
    gas: pass(each),
    ...(await fundsChecks(plan, priced, fees)),
    fee: feeCheck(plan, fees),
  };
}

/**
 * Estimates without fees, because a node otherwise limits gas by the balance.
 * @returns gas, or the endpoint's reason if it refuses
 */
async function estimate(ask: Ask, from: string, data: string): Promise<bigint | string> {
  try {
    return BigInt((await ask("eth_estimateGas", [{ from, data }])) as string);
  } catch (error) {
    if (error instanceof TaskError) throw error;
    return shownInput(describeError(error));
  }
}

async function fundsChecks(
  { connection, chain, deployer }: Plan,
  creations: readonly Priced[],
  fees: Fees,
): Promise<Checks> {
  const currency = currencyOf(chain.chainId);
  const sum = creations.reduce((all, { gas }) => all + gas, 0n);
  const l1Fee = await l1DataFee(chain, creations, fees);
  const feeCap = connection.networkConfig.ignition.maxFeePerGasLimit;
  // A rollup's fee may double too.
  const needed = fundsToSign(creations, fees, feeCap) + 2n * (l1Fee ?? 0n);
  const balance = await chain.provider.getBalance(deployer);
  const cost = costNow(sum, fees) + (l1Fee ?? 0n);
  const enough = amountText(needed, currency);
  return {
    cost: pass(
      `${roughAmountText(cost, currency)} (${grouped(sum)} gas, base fee ${gwei(fees.baseFee)})` +
        l1Text(l1Fee, currency),
    ),
    balance:
      balance >= needed
        ? pass(`${amountText(balance, currency)}; ${enough} is enough even if the base fee doubles`)
        : fail(
            `${amountText(balance, currency)} is insufficient. The deployer needs ${enough} to sign ` +
              `each creation even if the base fee doubles. The rest stays in the account. Send some to ${deployer}.`,
          ),
  };
}

/**
 * Ignition signs each creation after the previous one is confirmed, at twice the current base fee
 * plus the tip. A node accepts it only if the balance covers all its gas at that price.
 * @returns wei that the account needs if the base fee doubles before the last creation
 */
function fundsToSign(
  creations: readonly Priced[],
  { baseFee, maxPriorityFeePerGas }: Fees,
  feeCap: bigint | undefined,
): bigint {
  const doubled = 2n * baseFee;
  const atMost = 2n * doubled + maxPriorityFeePerGas;
  // Ignition signs no fee above its cap. `feeCheck` fails if the base fee is higher.
  const signed = feeCap === undefined || atMost <= feeCap ? atMost : feeCap;
  let paid = 0n;
  let needed = 0n;
  for (const { gas } of creations) {
    const held = paid + gas * signed;
    if (held > needed) needed = held;
    paid += gas * (doubled + maxPriorityFeePerGas);
  }
  return needed;
}

function l1Text(l1Fee: bigint | null, currency: Currency): string {
  if (l1Fee === null) {
    return "; this leaves out the rollup's fee for posting data to Ethereum, which it does not report: have some more";
  }
  return l1Fee === 0n
    ? ""
    : `, of which ${roughAmountText(l1Fee, currency)} for posting data to Ethereum`;
}

function feeCheck({ connection }: Plan, fees: Fees): Check | null {
  const cap = connection.networkConfig.ignition.maxFeePerGasLimit;
  if (cap === undefined) return null;
  if (fees.maxFeePerGas <= cap) return pass(`${gwei(fees.maxFeePerGas)} at most, cap ${gwei(cap)}`);
  return fail(
    `up to ${gwei(fees.maxFeePerGas)}, above the cap of ${gwei(cap)}. Wait for a quieter hour.`,
  );
}
