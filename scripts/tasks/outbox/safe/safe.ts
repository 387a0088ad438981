import { Contract, getAddress, type Provider } from "ethers";

/** An account with this code runs a contract's code but still signs with its own key (EIP-7702). */
const DELEGATION_PREFIX = "0xef0100";

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
  const isOther = await isContract(provider, address);
  return { what: isOther ? "a contract, but not a Safe" : "a single account", isSound: false };
}

export async function isContract(provider: Provider, address: string): Promise<boolean> {
  const code = await provider.getCode(address);
  return code !== "0x" && !code.startsWith(DELEGATION_PREFIX);
}

export async function findSafe(provider: Provider, address: string): Promise<SafeAccount | null> {
  if (!(await isContract(provider, address))) return null;
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
