import { computeAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { TaskError } from "../cli/task.ts";

export type KeyHolder = "owner" | "deployer";

const OWNERS = "OWNER_PRIVATE_KEY";
const DEPLOYERS = "DEPLOYER_PRIVATE_KEY";

/** A live network requires these keys. A local node signs for its own accounts. */
export interface SigningKey {
  readonly variable: string;
  readonly key: string;
}

/** Reads a key from the environment or the keystore. The owner's key defaults to the deployer's. */
export async function signingKey(
  hre: HardhatRuntimeEnvironment,
  network: string,
  holder: KeyHolder,
): Promise<SigningKey> {
  const owners = holder === "owner" ? await keyOf(hre, "owner") : "";
  const variable = owners === "" ? DEPLOYERS : OWNERS;
  const found = owners === "" ? await keyOf(hre, network) : owners;
  const key = `0x${found.replace(/^0x/, "")}`;
  try {
    computeAddress(key);
  } catch {
    throw new TaskError(`${variable} is not a private key: 64 hex digits, not all of them 0`);
  }
  return { variable, key };
}

export function variableOf(holder: KeyHolder): string {
  return holder === "owner" ? OWNERS : DEPLOYERS;
}

/**
 * Returns "" without a key. Hardhat reads the keystore only for variables that hardhat.config.ts
 * declares.
 */
async function keyOf(hre: HardhatRuntimeEnvironment, network: string): Promise<string> {
  const found = hre.config.networks[network];
  if (found?.type !== "http" || !Array.isArray(found.accounts)) return "";
  return (await found.accounts[0]?.get()) ?? "";
}
