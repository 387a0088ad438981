import { dataLength } from "ethers";
import { type Currency, currencyOf } from "../../../networks.ts";
import { describeError } from "../chain/describe-error.ts";
import { amountText, grouped, gwei, roughAmountText } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import { shownInput } from "../cli/visible-text.ts";
import { costNow, currentFees, type Fees } from "../outbox/fees.ts";
import { type Ask, askOf } from "../record/prove-record.ts";
import {
  type ChainRules,
  cappedGas,
  configuredRules,
  estimatedRules,
  type Fork,
  SIZE_LIMITS,
  TRANSACTION_GAS_CAP,
} from "./chain-rules.ts";
import { type Check, fail, pass, warn } from "./check.ts";
import { type Creation, creationsOf } from "./creations.ts";
import { l1DataFee } from "./l1-data-fee.ts";
import type { Plan } from "./plan.ts";

type Priced = Creation & { readonly gas: bigint };

interface Block {
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly gasLimit: string;
}

export async function costChecks(plan: Plan): Promise<Check[]> {
  const { connection, deployer } = plan;
  const ask = askOf(connection);
  const creations = await creationsOf(plan);
  const configured = await configuredRules(ask);
  const estimated = await orRefusal(() => estimatedRules(ask, deployer));
  const rules = configured ?? (estimated instanceof Refusal ? null : estimated);
  const block = (await ask("eth_getBlockByNumber", ["latest", false])) as Block;
  const fees = await currentFees({ request: ask });

  const checks = [
    forkCheck(configured, estimated, Number(block.timestamp)),
    sizeCheck(rules?.fork ?? "osaka", creations),
  ];
  const left = creations.filter(({ made }) => !made);
  if (estimated instanceof Refusal) {
    const text = `the endpoint gives no estimates (${estimated.reason}), and sending takes one. Use another endpoint.`;
    checks.push(fail("cost", text), ...feeCheck(plan, fees));
    return checks;
  }

  const priced: Priced[] = [];
  for (const creation of left) {
    const gas = await orRefusal(() => estimate(ask, deployer, creation.data));
    if (gas instanceof Refusal) {
      checks.push(
        fail(
          "cost",
          `the endpoint estimates other deployments, but not that of ${creation.name}: ${gas.reason}. ` +
            "Perhaps it has a limit: use another endpoint.",
        ),
        ...feeCheck(plan, fees),
      );
      return checks;
    }
    priced.push({ ...creation, gas });
  }
  checks.push(gasCheck(rules?.fork ?? estimated.fork, priced, BigInt(block.gasLimit)));
  checks.push(...(await fundsChecks(plan, ask, priced, fees)), ...feeCheck(plan, fees));
  return checks;
}

const RULES: Readonly<Record<Fork, string>> = {
  osaka: "Osaka's rules",
  amsterdam: "Amsterdam's rules",
};

class Refusal {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

async function orRefusal<T>(ask: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TaskError) throw error;
    return new Refusal(shownInput(describeError(error)));
  }
}

/** Estimates without fees, because otherwise a node limits the gas by the balance. */
async function estimate(ask: Ask, from: string, data: string): Promise<bigint> {
  return BigInt((await ask("eth_estimateGas", [{ from, data }])) as string);
}

const sumOf = (creations: readonly Priced[]) => creations.reduce((sum, { gas }) => sum + gas, 0n);

/** Seconds: a fork within this time may come between the two creations. */
const NEAR_SECONDS = 3_600;

function forkCheck(
  configured: ChainRules | null,
  estimated: ChainRules | Refusal,
  now: number,
): Check {
  const name = "fork";
  const prices = estimated instanceof Refusal ? null : estimated.fork;
  if (configured === null) {
    if (prices === null) {
      return warn(name, "the endpoint knows neither eth_config nor estimates");
    }
    return pass(name, `${RULES[prices]}, by its estimates; it has no eth_config`);
  }
  const { fork, amsterdamAt } = configured;
  if (prices !== null && prices !== fork) {
    return warn(
      name,
      `eth_config names ${RULES[fork]}, and its estimates follow ${RULES[prices]}. ` +
        "Use another endpoint, or wait until this one has followed the fork.",
    );
  }
  if (amsterdamAt === null) return pass(name, `${RULES[fork]}, by eth_config`);
  const at = `${new Date(amsterdamAt * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  if (amsterdamAt - now < NEAR_SECONDS) {
    return warn(
      name,
      `${RULES[fork]}, and Amsterdam's from ${at}: all costs below change then. Deploy after it.`,
    );
  }
  return pass(name, `${RULES[fork]}, by eth_config; Amsterdam's from ${at}`);
}

function sizeCheck(fork: Fork, creations: readonly Creation[]): Check {
  const name = "size";
  const { runtime, initcode } = SIZE_LIMITS[fork];
  const text = creations
    .map((creation) => `${creation.name} ${grouped(creation.runtimeBytes)} bytes`)
    .join(", ");
  const fits = creations.every(
    ({ runtimeBytes, code }) => runtimeBytes <= runtime && dataLength(code) <= initcode,
  );
  if (fits) return pass(name, text);
  return fail(name, `${text}: at most ${grouped(runtime)}, and ${grouped(initcode)} of initcode`);
}

function gasCheck(fork: Fork, creations: readonly Priced[], blockGasLimit: bigint): Check {
  const name = "gas";
  const counted = creations.map(({ gas, runtimeBytes }) => cappedGas(fork, gas, runtimeBytes));
  const text = creations
    .map((creation, i) => {
      const ofIt =
        fork === "osaka" ? "" : ` (at most ${grouped(counted[i] ?? 0n)} without new state)`;
      return `${creation.name} ${grouped(creation.gas)}${ofIt}`;
    })
    .join("; ");
  if (counted.some((gas) => gas > TRANSACTION_GAS_CAP)) {
    return fail(name, `${text}: a transaction may use ${grouped(TRANSACTION_GAS_CAP)} (EIP-7825)`);
  }
  if (creations.some(({ gas }) => gas > blockGasLimit)) {
    return fail(name, `${text}: a block has ${grouped(blockGasLimit)}`);
  }
  return pass(name, creations.length === 0 ? "everything is already deployed" : text);
}

async function fundsChecks(
  plan: Plan,
  ask: Ask,
  creations: readonly Priced[],
  fees: Fees,
): Promise<Check[]> {
  const { connection, chainId, deployer } = plan;
  const currency = currencyOf(chainId);
  const gas = sumOf(creations);
  const l1Fee = await l1DataFee(ask, chainId, creations, fees);
  const feeCap = connection.networkConfig.ignition.maxFeePerGasLimit;
  // A rollup's fee may double too.
  const needed = fundsToSign(creations, fees, feeCap) + 2n * (l1Fee ?? 0n);
  const balance = await connection.ethers.provider.getBalance(deployer);
  const cost = costNow(gas, fees) + (l1Fee ?? 0n);
  return [
    pass(
      "cost",
      `${roughAmountText(cost, currency)} (${grouped(gas)} gas, base fee ${gwei(fees.baseFee)})` +
        l1Text(l1Fee, currency),
    ),
    balance >= needed
      ? pass(
          "balance",
          `${amountText(balance, currency)}; ${amountText(needed, currency)} is enough even if the base fee doubles`,
        )
      : fail(
          "balance",
          `${amountText(balance, currency)} is insufficient: have ${amountText(needed, currency)}, which is enough to sign ` +
            `each creation even if the base fee doubles. What they don't use stays in the account. Send some to ${deployer}.`,
        ),
  ];
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
    return "; without what the rollup takes for posting the data to Ethereum, which it does not report: have some more";
  }
  return l1Fee === 0n
    ? ""
    : `, of it ${roughAmountText(l1Fee, currency)} for posting the data to Ethereum`;
}

function feeCheck({ connection }: Plan, fees: Fees): Check[] {
  const cap = connection.networkConfig.ignition.maxFeePerGasLimit;
  if (cap === undefined) return [];
  if (fees.maxFeePerGas <= cap) {
    return [pass("fee", `${gwei(fees.maxFeePerGas)} at most, cap ${gwei(cap)}`)];
  }
  return [
    fail(
      "fee",
      `up to ${gwei(fees.maxFeePerGas)}, above the cap of ${gwei(cap)}. Wait for a quieter hour.`,
    ),
  ];
}
