import { computeAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { TaskError } from "../shared/task-action.ts";

/** Whose key signs: the owner's tasks take the owner's, and deployments the deployer's. */
export type KeyHolder = "owner" | "deployer";

const OWNERS = "OWNER_PRIVATE_KEY";
const DEPLOYERS = "DEPLOYER_PRIVATE_KEY";

/** Of a live network; a local node signs for its own accounts. */
export interface SigningKey {
  /** The configuration variable that it stands in. */
  readonly variable: string;
  /** `null` for the one that hardhat.config.ts gives the network already. */
  readonly key: string | null;
}

/** @returns the holder's key, from the environment or the keystore; without one of its own the owner has the deployer's */
export async function signingKey(
  hre: HardhatRuntimeEnvironment,
  holder: KeyHolder,
): Promise<SigningKey> {
  const owners = holder === "owner" ? await ownersKey(hre) : "";
  if (owners === "") return { variable: DEPLOYERS, key: null };
  const key = `0x${owners.replace(/^0x/, "")}`;
  try {
    computeAddress(key);
  } catch {
    throw new TaskError(`${OWNERS} is not a private key: 64 hex digits, not all of them 0`);
  }
  return { variable: OWNERS, key };
}

/** The variable to set where the holder's key is missing or another's. */
export function variableOf(holder: KeyHolder): string {
  return holder === "owner" ? OWNERS : DEPLOYERS;
}

/** Empty if there is none: hardhat.config.ts has the variable, since only a configuration can name one. */
async function ownersKey(hre: HardhatRuntimeEnvironment): Promise<string> {
  const { owner } = hre.config.networks;
  if (owner?.type !== "http" || !Array.isArray(owner.accounts)) return "";
  return (await owner.accounts[0]?.get()) ?? "";
}
