import { ErrorUtil } from "@reown/appkit-utils";
import type { OpenAppKit } from "../open-app-kit.ts";
import type { RelayClient } from "./relay-client.ts";

/**
 * AppKit 1.7.4 has alerts for a forbidden site, a wrong clock and an unknown project, but misses
 * these errors, because the relay's client logs them at another level. This passes the errors to
 * AppKit, and replaces its text for an unknown project.
 */
export function showRelayAlerts(
  modal: OpenAppKit,
  { client }: RelayClient,
  invalidProjectId: string,
): void {
  ErrorUtil.ALERT_ERRORS.INVALID_PROJECT_ID.shortMessage = invalidProjectId;
  client.core.relayer.on("relayer_error", (error) => {
    modal.handleAlertError(error);
  });
}
