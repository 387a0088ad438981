import { isObject } from "../cli/json-text.ts";
import { TaskError } from "../cli/task.ts";
import type { Ask } from "../record/prove-record.ts";

/** docs/costs.md explains these rules for contract creation. */
export type Fork = "osaka" | "amsterdam";

export interface ChainRules {
  /** `"osaka"` includes earlier forks, which differ only in the gas cap of a contract creation. */
  readonly fork: Fork;
  readonly shownBy: "eth_config" | "estimates";
  /** Seconds since 1970; `null` if the fork is past or unknown. */
  readonly amsterdamAt: number | null;
}

/** Bytes: by EIP-170 and EIP-3860 before Amsterdam, by EIP-7954 from Amsterdam on. */
export const SIZE_LIMITS: Readonly<Record<Fork, { runtime: number; initcode: number }>> = {
  osaka: { runtime: 24_576, initcode: 49_152 },
  amsterdam: { runtime: 65_536, initcode: 131_072 },
};

/** EIP-7825. */
export const TRANSACTION_GAS_CAP = 16_777_216n;

/** EIP-8037: gas per byte of new state, and the bytes of a new account without its code. */
const GAS_PER_STATE_BYTE = 1_530n;
const NEW_ACCOUNT_BYTES = 120n;

/**
 * Gas for new state does not count towards the transaction cap from Amsterdam on (EIP-8037).
 * @returns an upper bound, because it also counts the creation's first storage slots
 */
export function cappedGas(fork: Fork, gas: bigint, runtimeBytes: number): bigint {
  if (fork === "osaka") return gas;
  return gas - GAS_PER_STATE_BYTE * (NEW_ACCOUNT_BYTES + BigInt(runtimeBytes));
}

/** EIP-8282. Clients list it in `eth_config` from Amsterdam on. */
const AMSTERDAM_CONTRACT = "BUILDER_DEPOSIT_CONTRACT_ADDRESS";

/** EIP-7910. @returns `null` if the endpoint lacks the method */
export async function configuredRules(ask: Ask): Promise<ChainRules | null> {
  let config: unknown;
  try {
    config = await ask("eth_config", []);
  } catch (error) {
    if (error instanceof TaskError) throw error;
    return null;
  }
  if (!isObject(config) || !isConfig(config.current)) return null;
  if (isAmsterdam(config.current)) {
    return { fork: "amsterdam", shownBy: "eth_config", amsterdamAt: null };
  }
  const scheduled = [config.next, config.last].filter(isConfig).find(isAmsterdam);
  return {
    fork: "osaka",
    shownBy: "eth_config",
    amsterdamAt: scheduled?.activationTime ?? null,
  };
}

interface ForkConfig {
  readonly activationTime: number;
  readonly systemContracts: object;
}

function isConfig(value: unknown): value is ForkConfig {
  return (
    isObject(value) && typeof value.activationTime === "number" && isObject(value.systemContracts)
  );
}

function isAmsterdam({ systemContracts }: ForkConfig): boolean {
  return Object.hasOwn(systemContracts, AMSTERDAM_CONTRACT);
}

/**
 * A byte of code costs 200 gas up to Osaka, and 1,530 from Amsterdam on. This limit is between the
 * two, because an estimate may exceed 200.
 */
const DEAR_BYTE = 600n;
const PROBE_BYTES = 2_048n;

function zeroBytes(count: bigint): string {
  // PUSH2 count PUSH0 RETURN
  return `0x61${count.toString(16).padStart(4, "0")}5ff3`;
}

export async function estimatedRules(ask: Ask, from: string): Promise<ChainRules> {
  const gasOf = async (count: bigint) =>
    BigInt((await ask("eth_estimateGas", [{ from, data: zeroBytes(count) }])) as string);
  const byte = ((await gasOf(PROBE_BYTES)) - (await gasOf(0n))) / PROBE_BYTES;
  return {
    fork: byte > DEAR_BYTE ? "amsterdam" : "osaka",
    shownBy: "estimates",
    amsterdamAt: null,
  };
}
