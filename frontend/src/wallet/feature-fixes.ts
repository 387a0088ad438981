import { abortedWords } from "../domain/kit-words.ts";
import { endAbortedRequests } from "./kit-fixes/aborted-requests.ts";
import { mendAccountNames } from "./kit-fixes/account-names.ts";
import { closeEndedApprovals } from "./kit-fixes/ended-approvals.ts";
import { acceptSmartAccountReply } from "./kit-fixes/smart-account-reply.ts";
import { omitSpamTransfers } from "./kit-fixes/spam-transfers.ts";
import { nameKitInOrders } from "./kit-fixes/whole-orders.ts";

/**
 * Mends what only the kit's features use. A build with none of them has an empty function instead
 * (`build/chunks/late-parts.ts`). Must run before the kit is created.
 * @param enabled the kit's features that the deployer has turned on
 */
export function mendFeatures(enabled: readonly string[]): void {
  nameKitInOrders();
  omitSpamTransfers();
  // A build without these features has no embedded wallet.
  if (!enabled.includes("email") && !enabled.includes("socials")) return;
  endAbortedRequests(abortedWords);
  mendAccountNames();
  closeEndedApprovals();
  acceptSmartAccountReply();
}
