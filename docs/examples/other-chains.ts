import { createAppKit } from "@reown/appkit";
import { type AppKitNetwork, mainnet, solana } from "@reown/appkit/networks";

/**
 * Without adapters, the kit connects only by WalletConnect, which serves both kinds of chain. With an
 * adapter for each (`@reown/appkit-adapter-solana` and the like), it also lists installed wallets.
 */
export function connectOnTwoChains(projectId: string): ReturnType<typeof createAppKit> {
  return createAppKit({
    adapters: [],
    // The kit's own network does not match its own type: an optional property may be `undefined`.
    networks: [mainnet, solana as AppKitNetwork],
    projectId,
    metadata: {
      name: document.title,
      description: "",
      url: location.origin,
      icons: [new URL("favicon.svg", document.baseURI).href],
    },
    features: { email: false, socials: false, swaps: false, onramp: false, analytics: false },
  });
}
