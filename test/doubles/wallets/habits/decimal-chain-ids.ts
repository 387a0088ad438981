import type { Habit } from "../injected-wallet.ts";

/** Older AlphaWallet: chain ids are decimal text. */
export const decimalChainIds: Habit = {
  answer: ({ method }, wallet) => (method === "eth_chainId" ? String(wallet.chainId) : undefined),
  rewriteEvent: (event, value) => (event === "chainChanged" ? String(Number(value)) : value),
};
