import { WALLET_FEATURES } from "../../../frontend/build/settings/wallet-features.ts";

export const TERMS_URL = "https://mint.example/terms";
export const PRIVACY_URL = "https://mint.example/privacy";

export const EXCLUDED_WALLET_IDS = ["e0".repeat(32), "e1".repeat(32)] as const;

export const EXCLUDED_RDNS = "com.shunned";
export const EXCLUDED_NAME = "Spurned Wallet";

export const EVERY_FEATURE: Readonly<Record<string, string>> = {
  VITE_WALLET_FEATURES: WALLET_FEATURES.join(","),
  VITE_TERMS_URL: TERMS_URL,
  VITE_PRIVACY_URL: PRIVACY_URL,
  VITE_EXCLUDED_WALLETS: [...EXCLUDED_WALLET_IDS, EXCLUDED_RDNS, `name:${EXCLUDED_NAME}`].join(","),
};
