import {
  ChainController,
  ConnectionController,
  CoreHelperUtil,
  ModalController,
} from "@reown/appkit-controllers";

let installed = false;

/**
 * With the option `basic`, kit 1.7.4 opens its dialog on the list of wallets all the same if it has an adapter. This opens
 * it on WalletConnect until a wallet is connected. The kit's option `manualWCControl` opens it there too, but then the view
 * has no QR code: it waits for the app to connect.
 */
export function openBasicMode(): void {
  if (installed) return;
  installed = true;
  const { open } = ModalController;
  ModalController.open = (options) => {
    const isConnected = Boolean(ChainController.getAccountData(options?.namespace)?.caipAddress);
    // A view that is asked for is shown (specification, section 2).
    const isAsked = options?.view !== undefined;
    if (!ConnectionController.state.wcBasic || isConnected || isAsked) {
      return open.call(ModalController, options);
    }
    return open.call(ModalController, {
      ...options,
      view: CoreHelperUtil.isMobile() ? "AllWallets" : "ConnectingWalletConnectBasic",
    });
  };
}
