import type { Habit } from "../injected-wallet.ts";

/** A locked MetaMask: no accounts, and a request for them stays pending until its user has entered the password. */
export function locked(unlocked: Promise<void>): Habit {
  let isLocked = true;
  void unlocked.then(() => {
    isLocked = false;
  });
  return {
    async answer({ method }) {
      if (method === "eth_accounts" && isLocked) return [];
      if (method === "eth_requestAccounts") await unlocked;
      return undefined;
    },
  };
}
