import { WALLET_FEATURES } from "../../../frontend/vite-plugins/wallet-features.ts";

/** What visitors agree to in the build with every feature on. */
export const TERMS_URL = "https://mint.example/terms";
export const PRIVACY_URL = "https://mint.example/privacy";

/** The settings of a deployer who turns on all that the wallet kit can do. */
export const EVERY_FEATURE: Readonly<Record<string, string>> = {
  VITE_WALLET_FEATURES: WALLET_FEATURES.join(","),
  VITE_TERMS_URL: TERMS_URL,
  VITE_PRIVACY_URL: PRIVACY_URL,
};
