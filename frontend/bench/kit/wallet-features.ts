import type { WalletFeatures } from "../../build/settings/wallet-features.ts";

export const walletFeatures: WalletFeatures = {
  enabled: [],
  termsUrl: null,
  privacyUrl: null,
  excludedWalletIds: [],
  excludedWallets: { rdns: [], names: [] },
};
