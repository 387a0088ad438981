import type { createAppKit } from "@reown/appkit";
import { ErrorUtil } from "@reown/appkit-utils";
import type { RelayClient } from "./relay-client.ts";

/**
 * Kit 1.7.4 has an alert for each reason that its relay gives for refusing a page: a site that the project does not allow,
 * a wrong clock, an unknown project. But it expects them at a log level at which its client does not log them, and the
 * visitor would see an empty QR code. So the page passes them on. Of an unknown project it says "Invalid App
 * Configuration", as of a site that is not allowed; this names it.
 */
export function showRelayAlerts(
  modal: ReturnType<typeof createAppKit>,
  { client }: RelayClient,
  invalidProjectId: string,
): void {
  ErrorUtil.ALERT_ERRORS.INVALID_PROJECT_ID.shortMessage = invalidProjectId;
  client.core.relayer.on("relayer_error", (error) => {
    // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows access to a protected member only in brackets
    modal["handleAlertError"](error);
  });
}
