import type { Habit } from "../injected-wallet.ts";

/** MetaMask while it is locked: no accounts, and who asks for them waits until its owner has typed the password. */
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
