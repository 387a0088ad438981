import { endAbortedRequests } from "./aborted-requests.ts";
import { mendAccountNames } from "./account-names.ts";
import { closeEndedApprovals } from "./ended-approvals.ts";
import { acceptSmartAccountReply } from "./smart-account-reply.ts";
import { omitSpamTransfers } from "./spam-transfers.ts";
import { nameKitInOrders } from "./whole-orders.ts";

/** Of a request to the embedded wallet that was aborted (specification, section 8). */
const abortedWords = {
  /** A call of the wallet's methods. */
  call: "Request was aborted",
  /** All others. */
  other: "Something went wrong",
} as const;

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
