import { settings } from "virtual:settings";
import { walletFeatures } from "virtual:wallet-features";
import { summary } from "../../collection.ts";
import { createKit as create } from "./wallet/kit.ts";
import type { Kit, WalletState } from "./wallet/wallet.ts";

/** Email and social sign-in contact their host as soon as AppKit is created. */
export const isQuiet = !walletFeatures.enabled.some((name) => ["email", "socials"].includes(name));

export function createKit(report: (state: WalletState) => void): Kit {
  const { network, rpcUrls, projectId } = settings;
  const name = document.title;
  const description = `${summary}, minted here.`;
  return create({ network, rpcUrls, projectId, name, description }, report);
}
