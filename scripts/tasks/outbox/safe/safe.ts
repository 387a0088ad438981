import { Contract, getAddress, type Provider } from "ethers";
import { accountKind } from "./account-kind.ts";

const SAFE_ABI = [
  "function getOwners() view returns (address[])",
  "function getThreshold() view returns (uint256)",
  "function VERSION() view returns (string)",
  "function nonce() view returns (uint256)",
];

export interface SafeAccount {
  readonly address: string;
  readonly threshold: number;
  readonly owners: readonly string[];
  readonly version: string;
  readonly nonce: bigint;
}

/** Describes an owner; `isSound` if no single lost key loses the contract. */
export async function describeOwner(
  provider: Provider,
  address: string,
): Promise<{ readonly what: string; readonly isSound: boolean }> {
  const safe = await findSafe(provider, address);
  if (safe !== null) {
    const { threshold, owners } = safe;
    return { what: `a Safe (${threshold} of ${owners.length})`, isSound: threshold > 1 };
  }
  const kind = await accountKind(provider, address);
  const what = kind === "contract" ? "a contract, but not a Safe" : "a single account";
  return { what, isSound: false };
}

export async function findSafe(provider: Provider, address: string): Promise<SafeAccount | null> {
  if ((await accountKind(provider, address)) !== "contract") return null;
  const safe = new Contract(address, SAFE_ABI, provider);
  try {
    const [owners, threshold, version, nonce] = await Promise.all([
      safe.getFunction("getOwners")(),
      safe.getFunction("getThreshold")(),
      safe.getFunction("VERSION")(),
      safe.getFunction("nonce")(),
    ]);
    return {
      address: getAddress(address),
      threshold: Number(threshold),
      owners: [...owners].map(String),
      version: String(version),
      nonce: BigInt(nonce),
    };
  } catch {
    return null;
  }
}
