import { createAppKit } from "@reown/appkit";
import { mendFeatures } from "../features/feature-fixes.ts";
import { openBasicMode } from "./basic-mode.ts";
import { sayDeclined } from "./declined-sign-in.ts";
import { forgetLeftAccounts } from "./failed-sign-in.ts";
import { reportMissingNetwork } from "./missing-network.ts";
import { refuseTwoSignIns } from "./one-sign-in.ts";
import { leaveRemovedNetworks } from "./removed-network.ts";

/**
 * The kit for a deployer's own code, in place of `createAppKit`: with the fixes of what a setting can't turn on, such as
 * signing in with a message or several networks. The mint page has neither, and creates its kit in `kit.ts`.
 * @throws if `siwx` and `siweConfig` are both set
 */
export function createMendedKit(
  options: Parameters<typeof createAppKit>[0],
): ReturnType<typeof createAppKit> {
  refuseTwoSignIns(options);
  mendFeatures(["email"]);
  openBasicMode();
  sayDeclined();
  leaveRemovedNetworks();
  const modal = createAppKit(options);
  reportMissingNetwork(modal);
  forgetLeftAccounts(modal);
  return modal;
}
