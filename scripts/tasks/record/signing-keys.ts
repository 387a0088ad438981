import { computeAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { TaskError } from "../cli/task.ts";

/** The owner's tasks sign with the owner's key, deployments with the deployer's. */
export type KeyHolder = "owner" | "deployer";

const OWNERS = "OWNER_PRIVATE_KEY";
const DEPLOYERS = "DEPLOYER_PRIVATE_KEY";

/** Only live networks need one: a local node signs for its own accounts. */
export interface SigningKey {
  /** The configuration variable that it stands in. */
  readonly variable: string;
  readonly key: string;
}

/** @returns the holder's key, from the environment or the keystore; without one of its own the owner has the deployer's */
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

/** The variable to set where the holder's key is missing or another's. */
export function variableOf(holder: KeyHolder): string {
  return holder === "owner" ? OWNERS : DEPLOYERS;
}

/** Empty if there is none: hardhat.config.ts has the variables, since only a configuration can name them. */
async function keyOf(hre: HardhatRuntimeEnvironment, network: string): Promise<string> {
  const found = hre.config.networks[network];
  if (found?.type !== "http" || !Array.isArray(found.accounts)) return "";
  return (await found.accounts[0]?.get()) ?? "";
}
