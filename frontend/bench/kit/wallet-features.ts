import type { WalletFeatures } from "../../build/settings/wallet-features.ts";

/** The page's defaults. */
export const walletFeatures: WalletFeatures = {
  enabled: [],
  termsUrl: null,
  privacyUrl: null,
  excludedWalletIds: [],
  excludedWallets: { rdns: [], names: [] },
};
