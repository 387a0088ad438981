import { settings } from "virtual:settings";
import { walletFeatures } from "virtual:wallet-features";
import { summary } from "../../collection.ts";
import { createKit as create } from "./wallet/kit.ts";
import type { Kit, WalletState } from "./wallet/wallet.ts";

/** The embedded wallet's frame is loaded, and asks its host, as soon as the kit is created. */
export const isQuiet = !walletFeatures.enabled.some((name) => ["email", "socials"].includes(name));

/** The wallet kit with this build's settings. */
export function createKit(report: (state: WalletState) => void): Kit {
  const { network, rpcUrls, projectId } = settings;
  const name = document.title;
  const description = `${summary}, minted here.`;
  // AppKit keeps the colour scheme in which it starts, so it gets the visitor's present one.
  const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent-dialog");
  return create({ network, rpcUrls, projectId, name, description, accent }, report);
}
