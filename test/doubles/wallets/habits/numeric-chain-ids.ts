import type { Habit } from "../injected-wallet.ts";

/** Trust Wallet's in-app browser: chain ids are numbers, in answers and events. */
export const numericChainIds: Habit = {
  answer: ({ method }, wallet) => (method === "eth_chainId" ? wallet.chainId : undefined),
  rewriteEvent: (event, value) => (event === "chainChanged" ? Number(value) : value),
};
