import type { createAppKit } from "@reown/appkit";
import { ErrorUtil } from "@reown/appkit-utils";
import type { RelayClient } from "./relay-client.ts";

/**
 * Kit 1.7.4 has alerts for its relay's reasons to refuse a page: a site that the project does not allow, a wrong clock,
 * an unknown project. Its client logs these reasons at another level than the kit expects, so the visitor would see an
 * empty QR code. This passes them on. For an unknown project the kit says "Invalid App Configuration", as for a site
 * that is not allowed. This names the unknown project.
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
