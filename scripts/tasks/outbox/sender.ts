import type { Sale } from "../record/sale.ts";
import type { Signer } from "../record/signer.ts";
import { type KeyHolder, variableOf } from "../record/signing-keys.ts";
import { TaskError } from "../shared/task-action.ts";
import { accountKind } from "./safe/account-kind.ts";
import { findSafe, type SafeAccount } from "./safe/safe.ts";

/** The account that a call has to come from, and what it is to the sale, as in "owner". */
export interface Role {
  readonly address: string;
  readonly role: string;
  /** Whose key it is: the owner's, unless said otherwise. */
  readonly key?: KeyHolder;
}

export type Sender =
  | {
      readonly kind: "account";
      readonly role: string;
      readonly address: string;
      /** `null` in a dry run, which asks for no key. */
      readonly signer: Signer | null;
      /** What makes it sign, as in "OWNER_PRIVATE_KEY". */
      readonly by: string;
    }
  | { readonly kind: "safe"; readonly role: string; readonly safe: SafeAccount }
  | { readonly kind: "contract"; readonly role: string; readonly address: string };

/** @returns the owner, or the given role, as an account that signs here, a Safe or another contract; throws for an account of others */
export async function findSender(sale: Sale, wanted?: Role): Promise<Sender> {
  const { address, role, key } = wanted ?? { address: await sale.ticket.owner(), role: "owner" };
  const safe = await findSafe(sale.provider, address);
  if (safe !== null) return { kind: "safe", role, safe };
  const signers = sale.dryRun ? [] : await sale.signers(key);
  const signer = signers.find((candidate) => candidate.address === address);
  if (signer !== undefined) {
    return { kind: "account", role, address, signer, by: await sale.signsBy(key) };
  }
  if ((await accountKind(sale.provider, address)) === "contract") {
    return { kind: "contract", role, address };
  }
  if (sale.dryRun) return { kind: "account", role, address, signer: null, by: "no key" };
  const own = signers[0]?.address;
  throw new TaskError(
    `Only the ${role} ${address} can do this, and ${own === undefined ? "there is no account here" : `this account is ${own} (${await sale.signsBy(key)})`}. ` +
      `Set ${variableOf(key ?? "owner")} to its key.`,
  );
}
