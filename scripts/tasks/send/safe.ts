import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Contract, getAddress, type Provider } from "ethers";
import { deploymentDirectory } from "../record/record.ts";
import type { Sale } from "../record/sale.ts";
import { accountKind } from "./account-kind.ts";

/** The functions that all versions of a Safe have. */
const SAFE_ABI = [
  "function getOwners() view returns (address[])",
  "function getThreshold() view returns (uint256)",
  "function VERSION() view returns (string)",
];

export interface SafeAccount {
  readonly address: string;
  readonly threshold: number;
  readonly owners: readonly string[];
  readonly version: string;
}

export interface Call {
  readonly to: string;
  readonly data: string;
}

/** @returns the Safe at `address`, or `null` if something else or nothing is there */
export async function findSafe(provider: Provider, address: string): Promise<SafeAccount | null> {
  if ((await accountKind(provider, address)) !== "contract") return null;
  const safe = new Contract(address, SAFE_ABI, provider);
  try {
    const [owners, threshold, version] = await Promise.all([
      safe.getFunction("getOwners")(),
      safe.getFunction("getThreshold")(),
      safe.getFunction("VERSION")(),
    ]);
    return {
      address: getAddress(address),
      threshold: Number(threshold),
      owners: [...owners].map(String),
      version: String(version),
    };
  } catch {
    return null;
  }
}

/**
 * Writes a file for the Safe's Transaction Builder. A batch is one transaction on chain.
 * @returns the file, relative to the project
 */
export async function writeSafeBatch(
  sale: Sale,
  safe: SafeAccount,
  name: string,
  description: string,
  calls: readonly Call[],
): Promise<string> {
  const folder = path.join(deploymentDirectory(sale.root, sale.network), "safe");
  const file = path.join(folder, `${name}.json`);
  const batch = {
    version: "1.0",
    chainId: String(sale.chainId),
    createdAt: Date.now(),
    meta: { name, description, txBuilderVersion: "1.16.5", createdFromSafeAddress: safe.address },
    transactions: calls.map((call) => ({
      to: call.to,
      value: "0",
      data: call.data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(batch, null, 2)}\n`);
  return path.relative(sale.root, file);
}
