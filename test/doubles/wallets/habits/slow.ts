import type { Habit } from "../injected-wallet.ts";

/** Frame and other wallets with keys in a device, which the user fetches first. Answers when the test says so. */
export function slow(found: Promise<void>): Habit {
  return {
    async answer({ method }) {
      if (method === "eth_requestAccounts") await found;
      return undefined;
    },
  };
}
