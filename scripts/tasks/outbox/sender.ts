import { getAddress } from "ethers";
import { parseAddress } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import type { Signer } from "../record/signer.ts";
import { type KeyHolder, variableOf } from "../record/signing-keys.ts";
import { findSafe, isContract, type SafeAccount } from "./safe/safe.ts";

export interface Role {
  readonly address: string;
  readonly role: string;
  readonly key?: KeyHolder;
}

export type Sender =
  | {
      readonly kind: "account";
      readonly role: string;
      readonly address: string;
      /** `null` in a dry run, which needs no key. */
      readonly signer: Signer | null;
    }
  | { readonly kind: "safe"; readonly role: string; readonly safe: SafeAccount }
  | { readonly kind: "contract"; readonly role: string; readonly address: string };

export async function findSender(sale: Sale, wanted?: Role): Promise<Sender> {
  const { address, role, key } = wanted ?? { address: await sale.ticket.owner(), role: "owner" };
  const safe = await findSafe(sale.provider, address);
  if (safe !== null) return { kind: "safe", role, safe };
  const signers = sale.dryRun ? [] : await sale.signers(key);
  const signer = signers.find((candidate) => candidate.address === address);
  if (signer !== undefined) return { kind: "account", role, address, signer };
  if (await isContract(sale.provider, address)) return { kind: "contract", role, address };
  if (sale.dryRun) return { kind: "account", role, address, signer: null };
  const [own] = signers;
  throw new TaskError(
    `Only the ${role} ${address} can do this, and ${own === undefined ? "there is no account here" : `this account is ${own.address} (${own.by})`}. ` +
      `Set ${variableOf(key ?? "owner")} to its key.`,
  );
}

export function assertForDryRun(from: string | undefined, dryRun = false): void {
  if (from === undefined || dryRun) return;
  throw new TaskError(
    "--from works with --dry-run only. Without it, the account whose key is set here deploys.",
  );
}

/** Returns a typed address or a local node's first account, because a dry run needs no key. */
export async function shownDeployer(
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
  from: string | undefined,
): Promise<string> {
  if (from !== undefined) return parseAddress("--from", from);
  const accounts = await request("eth_accounts", []).catch(() => []);
  const [first] = accounts as readonly string[];
  if (first !== undefined) return getAddress(first);
  throw new TaskError("A dry run reads no key. Name the deployer: --from 0xYourDeployer");
}

export async function deployerOf(sale: Sale, from: string | undefined): Promise<Role> {
  const address = sale.dryRun
    ? await shownDeployer(sale.request, from)
    : (await sale.signers("deployer"))[0]?.address;
  if (address !== undefined) return { address, role: "deployer", key: "deployer" };
  throw new TaskError(`No account to deploy from: set DEPLOYER_PRIVATE_KEY for ${sale.network}`);
}
