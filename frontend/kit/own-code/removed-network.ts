import { ChainController } from "@reown/appkit-controllers";

let installed = false;

/**
 * If the active network is removed, kit 1.7.4 switches to the first one of the list as it was before: if that is the removed
 * one, it stays active. This switches to the first one that remains.
 */
export function leaveRemovedNetworks(): void {
  if (installed) return;
  installed = true;
  const { removeNetwork } = ChainController;
  ChainController.removeNetwork = (namespace, networkId) => {
    removeNetwork.call(ChainController, namespace, networkId);
    const active = ChainController.state.activeCaipNetwork;
    if (active?.chainNamespace !== namespace || active.id !== networkId) return;
    const [first] = ChainController.state.chains.get(namespace)?.caipNetworks ?? [];
    if (first !== undefined) ChainController.setActiveCaipNetwork(first);
  };
}
