import { settings } from "virtual:settings";
import { summary } from "../../collection.ts";
import { createKit as create } from "./wallet/kit.ts";
import type { Kit, WalletState } from "./wallet/wallet.ts";

/** The wallet kit with this build's settings; `main.tsx` loads it for those who reach for Connect Wallet. */
export function createKit(report: (state: WalletState) => void): Kit {
  const { network, rpcUrls, projectId } = settings;
  const name = document.title;
  const description = `${summary}, minted here.`;
  // Of the scheme that the visitor has now: the kit keeps to the one in which it starts.
  const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent-dialog");
  return create({ network, rpcUrls, projectId, name, description, accent }, report);
}
