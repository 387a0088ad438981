import type { Habit } from "../injected-wallet.ts";

/** Frame and other wallets whose keys are in a device: the owner looks for it first. Ends when the test says so. */
export function slow(found: Promise<void>): Habit {
  return {
    async answer({ method }) {
      if (method === "eth_requestAccounts") await found;
      return undefined;
    },
  };
}
