import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import type { Sale } from "../record/sale.ts";
import { TaskError } from "../shared/task-action.ts";
import { accountKind } from "./account-kind.ts";
import { findSafe, type SafeAccount } from "./safe.ts";

/** The account that a call has to come from, and what it is to the sale, as in "owner". */
export interface Role {
  readonly address: string;
  readonly role: string;
}

export type Sender =
  | { readonly kind: "account"; readonly role: string; readonly signer: HardhatEthersSigner }
  | { readonly kind: "safe"; readonly role: string; readonly safe: SafeAccount }
  | { readonly kind: "contract"; readonly role: string; readonly address: string };

/** @returns the owner, or the given role, as an account that signs here, a Safe or another contract; throws for an account of others */
export async function findSender(sale: Sale, wanted?: Role): Promise<Sender> {
  const { address, role } = wanted ?? { address: await sale.ticket.owner(), role: "owner" };
  const safe = await findSafe(sale.provider, address);
  if (safe !== null) return { kind: "safe", role, safe };
  const signers = await sale.signers();
  const signer = signers.find((candidate) => candidate.address === address);
  if (signer !== undefined) return { kind: "account", role, signer };
  if ((await accountKind(sale.provider, address)) === "contract") {
    return { kind: "contract", role, address };
  }
  const own = signers[0]?.address;
  throw new TaskError(
    `Only the ${role} ${address} can do this, and ${own === undefined ? "there is no account here" : `this account is ${own}`}. ` +
      "Set DEPLOYER_PRIVATE_KEY to its key.",
  );
}
