import type { RelayClient } from "../relay/relay-client.ts";
import { closeEndedApprovals } from "./ended-approvals.ts";
import { findQuietly } from "./pending-sign-ins.ts";

/**
 * Fixes parts of AppKit's features that no patch can. A build without features has empty functions
 * instead. Must run before AppKit is created.
 */
export function mendFeatures(enabled: readonly string[]): void {
  // Other features use no embedded wallet.
  if (enabled.includes("email") || enabled.includes("socials")) closeEndedApprovals();
}

export function mendRelay({ client }: Pick<RelayClient, "client">): void {
  findQuietly(client.engine);
}
