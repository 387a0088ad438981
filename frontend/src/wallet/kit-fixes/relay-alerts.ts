import type { createAppKit } from "@reown/appkit";

/**
 * Kit 1.7.4 has an alert for each reason that its relay gives when it sends a page away: a site that the project does
 * not allow, a clock that is wrong, a project that does not exist. But it reads them from a log in which its client no
 * longer writes them, and the visitor would look at an empty QR code. So the page passes them on.
 */
export async function alertOfRelayErrors(modal: ReturnType<typeof createAppKit>): Promise<void> {
  const provider = await modal.getUniversalProvider();
  provider?.client.core.relayer.on("relayer_error", (error: Error) => {
    // biome-ignore lint/complexity/useLiteralKeys: only so does TypeScript let a caller in that is no subclass
    modal["handleAlertError"](error);
  });
}
