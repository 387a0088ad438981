import type { createAppKit } from "@reown/appkit";

/**
 * If sending is on, kit 1.7.4 looks up every receiver as a name, and its view waits for ever if that fails: its servers
 * refuse an address, and answer an unregistered name in a form that it can't read. This falls back to the input as it is.
 */
export function acceptTypedReceivers(modal: ReturnType<typeof createAppKit>): void {
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows access to a private member only in brackets
  const client = modal["connectionControllerClient"];
  if (client === undefined) return;
  const lookUp = client.getEnsAddress;
  client.getEnsAddress = async (typed) => {
    try {
      return await lookUp(typed);
    } catch {
      return false;
    }
  };
}
