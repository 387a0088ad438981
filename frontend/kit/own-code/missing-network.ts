import type { createAppKit } from "@reown/appkit";

type Modal = Pick<ReturnType<typeof createAppKit>, "getCaipNetwork"> & {
  syncAdapterConnection(namespace: Namespace): Promise<void>;
};
type Namespace = NonNullable<Parameters<ReturnType<typeof createAppKit>["getCaipNetwork"]>[0]>;

/**
 * If there is no network to restore a connection on, kit 1.7.4 throws an error that it catches itself, and drops. This
 * throws it to the caller, which reports it.
 */
export function reportMissingNetwork(kit: ReturnType<typeof createAppKit>): void {
  const modal = kit as unknown as Modal;
  const restore = modal.syncAdapterConnection.bind(modal);
  modal.syncAdapterConnection = async (namespace) => {
    if (modal.getCaipNetwork(namespace) === undefined) throw new Error("CaipNetwork not found");
    await restore(namespace);
  };
}
