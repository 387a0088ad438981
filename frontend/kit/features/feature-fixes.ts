import type { RelayClient } from "../relay/relay-client.ts";
import { closeEndedApprovals } from "./ended-approvals.ts";
import { findQuietly } from "./pending-sign-ins.ts";

/**
 * Mends parts that only AppKit's features use and no patch can mend. A build without features has empty functions
 * instead (`build/chunks/late-parts.ts`). Must run before the kit is created.
 * @param enabled the kit's features that the deployer has turned on
 */
export function mendFeatures(enabled: readonly string[]): void {
  // A build without these features has no embedded wallet.
  if (enabled.includes("email") || enabled.includes("socials")) closeEndedApprovals();
}

/** Mends the relay's client, once it has started. */
export function mendRelay({ client }: Pick<RelayClient, "client">): void {
  findQuietly(client.engine);
}
