import type { Habit } from "../injected-wallet.ts";

/** MetaMask emits `accountsChanged` on approval, before `eth_requestAccounts` resolves. */
export const tellsAccountsFirst: Habit = {
  async answer({ method }, wallet) {
    if (method === "eth_requestAccounts") await wallet.tell("accountsChanged", [wallet.address]);
    return undefined;
  },
};
