import type { createAppKit } from "@reown/appkit";

/**
 * Where sending is on, kit 1.7.4 looks up whatever is typed as a receiver as a name, and its view waits for ever when
 * that fails: its servers refuse an address, and have no answer that it can read for a name that nobody has. Then what
 * was typed is what it is: an address, or not.
 */
export function takeTypedReceivers(modal: ReturnType<typeof createAppKit>): void {
  // biome-ignore lint/complexity/useLiteralKeys: only so does TypeScript let a caller in that is no subclass
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
