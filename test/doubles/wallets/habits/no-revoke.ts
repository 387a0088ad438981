import type { Habit } from "../injected-wallet.ts";
import { WalletRefusal } from "../injected-wallet.ts";

/** Phantom, and most wallets before 2024: sites can neither list nor revoke permissions. */
export const noRevoke: Habit = {
  answer({ method }) {
    if (method !== "wallet_getPermissions" && method !== "wallet_revokePermissions")
      return undefined;
    throw new WalletRefusal({ code: -32601, message: `The method "${method}" does not exist.` });
  },
};
