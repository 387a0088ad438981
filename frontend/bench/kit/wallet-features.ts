import type { WalletFeatures } from "../../build/settings/wallet-features.ts";

/** As the page's own build has them when nobody has set any. */
export const walletFeatures: WalletFeatures = {
  enabled: [],
  termsUrl: null,
  privacyUrl: null,
  excludedWalletIds: [],
};
